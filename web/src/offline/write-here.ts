import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { errors, statusOf } from "@rounds/domain/errors/errors.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { ApiError, answerError, asApiError } from "../api/api-error.ts";
import { noteBatch } from "../api/batches.ts";
import { noteKept } from "../api/phone/kept.ts";
import type { Entry, Operation } from "../phone/entry.ts";
import type { Outcome, Phone } from "../phone/phone-state.ts";
import { confirmedOf } from "./engine/confirmed.ts";
import { isPlan } from "./engine/merge-operation.ts";
import type { PhoneAnswers } from "./reading/read-here.ts";

/** How long a form waits for the server's answer, in milliseconds; less while the server is known not to answer. */
const longestWait = 6_000;
const longestWaitUnreached = 1_500;

const routes = { doctors: doctorRoutes, visits: visitRoutes };

const notKept =
  "This could not be saved on this phone, and the server can't be reached. What you typed stays here; please try again.";

/** What writing uses: the phone, its answers, and whose it is. */
type Here = { phone: Phone; answers: PhoneAnswers; person: string };

/**
 * Saves what a person did. If the server answers in time, the answer is the result, and a refusal is thrown as by a
 * direct call; otherwise the phone's own row is the result, marked as kept.
 */
export async function writeHere<Answer>(
  here: Here,
  operation: Operation,
  direct: () => Promise<Answer>,
): Promise<Answer> {
  const { phone } = here;
  const { rows, outbox } = phone.state();
  const { noun, op, entity, body } = operation;
  const isSkip = noun === "skips";
  const seen = isSkip ? undefined : rows[noun].get(entity);
  const isWaiting = outbox.some((entry) => entry.entity === entity);
  // What a colleague entered is deleted with a look at what goes with it, as the server knows it.
  if (op === "delete" && !isSkip && !isWaiting && seen?.created_by !== here.person) return await direct();
  const again = outbox.find(({ key }) => key === operation.key);
  if (op === "complete" && !again && !(seen && isPlan(seen))) {
    // What waits here has completed it, or cancelled it.
    const { status, message } = errors.changed_meanwhile;
    if (isWaiting) throw new ApiError(status, { code: "changed_meanwhile", message });
    return await direct();
  }
  // A merge needs the row with which the edit began; of another version it would undo somebody's change.
  const isBase = op === "update" ? seen?.version === body?.version : op !== "create";
  const base = isBase ? (seen ?? null) : null;
  const effect = op === "delete" ? ask(here, operation, "deletionEffect") : undefined;

  let entry: Entry;
  try {
    entry =
      again ??
      (await phone.save({
        ...operation,
        body: op === "delete" ? confirmedOf(phone.state(), operation) : body,
        base,
      }));
  } catch {
    return await direct().catch((thrown: unknown) => {
      const error = asApiError(thrown);
      throw error.code === "unreachable" ? new ApiError(0, { code: "unreachable", message: notKept }) : error;
    });
  }
  const { outcome, isMerged } = await inTime(phone, entry);
  // The type of the answer is that of the route, which is also the phone's.
  if (!outcome) return keptAnswer(here, operation, effect) as Answer;
  if (outcome.done) {
    const answer = (outcome.answer ?? keptAnswer(here, operation, effect, false)) as Answer;
    // With what waited before, or with a colleague's change, more was sent than the person did now.
    return isWaiting || isMerged ? answer : noteBatch(answer, entry.key);
  }
  const { error, key } = outcome.entry;
  // The form has it all, and shows why. What waited before stays, to be repaired.
  if (!isWaiting) await phone.giveUp(key).catch(() => {});
  throw error ? new ApiError(statusOf(error.code), error) : answerError(0, undefined);
}

/**
 * How the entry ended, and whether it was merged with somebody's change; no outcome if that takes too long, or once the
 * server has not answered. A device that says that it has no connection is believed: the person is not kept waiting for
 * an attempt.
 */
async function inTime(
  phone: Phone,
  entry: Entry,
): Promise<{ outcome: Outcome | undefined; isMerged: boolean }> {
  // What was never sent and is taken back leaves nothing to send.
  const isToSend = phone.state().outbox.some(({ key }) => key === entry.key);
  if (!navigator.onLine && isToSend) return { outcome: undefined, isMerged: false };
  const end = new AbortController();
  const isUnsent = () => {
    const now = phone.state().outbox.find(({ key }) => key === entry.key);
    const isHeld = now?.state === "waiting" && (now.attempts > 0 || !navigator.onLine);
    return phone.state().signed_out || isHeld;
  };
  let isMerged = false;
  const look = () => {
    isMerged ||= phone
      .state()
      .outbox.some(({ entity, merged_with }) => entity === entry.entity && merged_with !== null);
    if (isUnsent()) end.abort();
  };
  const stop = phone.subscribe(look);
  const wait = phone.state().is_reached ? longestWait : longestWaitUnreached;
  const timer = setTimeout(() => end.abort(), wait);
  try {
    const outcome = await phone.settled(entry.key, end.signal);
    return { outcome, isMerged };
  } finally {
    clearTimeout(timer);
    stop();
  }
}

function ask(
  { answers }: Here,
  { noun, entity }: Operation,
  what: "read" | "deletionEffect",
): object | undefined {
  if (noun === "skips") return undefined;
  return answers.answer({ path: routes[noun][what].path, params: { id: entity }, query: {} })?.data;
}

/** The row as the phone shows it, or the effect of a deletion as the phone knew it; of a skip what was sent. */
function keptAnswer(here: Here, operation: Operation, effect: object | undefined, isKept = true): unknown {
  const { noun, op, body } = operation;
  const isDeletion = op === "delete" && noun !== "skips";
  const answer = isDeletion ? effect : (ask(here, operation, "read") ?? { ...body });
  if (!isKept) return answer ?? null;
  askToPersist();
  return answer ? noteKept(answer) : null;
}

let isAsked = false;

/** Asks the browser, once, not to clear what this device keeps. Some ask the person; what they answer changes nothing here. */
function askToPersist() {
  if (isAsked) return;
  isAsked = true;
  // Old browsers, and insecure addresses, have no such question.
  void navigator.storage?.persist?.().catch(() => {});
}
