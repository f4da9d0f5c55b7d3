import type { MessageRow } from "@rounds/database/auth-tables.ts";
import { transaction } from "@rounds/database/transaction.ts";
import type { AuthContext } from "../base/context.ts";
import { returnRequest, tryRequest, waitForLimit } from "../base/limits.ts";
import { claimMessage, type Ending, endMessage, postponeMessage, tidyMessages } from "./claims.ts";
import type { Compose } from "./composed.ts";
import { DeliveryError } from "./delivery-error.ts";
import { callSmsHook } from "./sms-hook.ts";
import { openMailer } from "./smtp.ts";
import { renderMail, renderText } from "./templates.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/**
 * How many messages of a channel are sent at once. Each channel has its own number, so that a dead mail server does
 * not delay text messages.
 */
const parallel = 5;
const pollMilliseconds = 5 * second;
const tidyMilliseconds = hour;
/** The delay after the first failure, the second and so on; the last one repeats. */
const pauses = [5 * second, 15 * second, minute, 5 * minute, 15 * minute, hour];

type Sender = {
  /** Starts to send what is due now, without waiting. */
  nudge(): void;
  /** Sends everything that is due now and returns how many messages were processed. */
  sendDue(): Promise<number>;
  /** Claims no more messages, and waits for those being sent. */
  stop(): Promise<void>;
};

/**
 * Sends the queued messages that are due, on demand. Several servers may do so on one database: each message is
 * claimed by one of them. A message is composed at the moment of sending, in its own transaction; none is open while
 * it is being delivered. If a server dies between sending and recording it, it is sent again: at least once, seldom
 * twice.
 */
export function createSender(context: AuthContext, compose: Compose): Sender {
  const { db, clock, config } = context;
  const mailer = config.mail.by === "smtp" ? openMailer(config, config.mail.url, parallel) : undefined;
  let stopped = false;
  let dealtWith = 0;
  const lanes = (["mail", "sms"] as const).map((channel) => ({
    channel,
    workers: new Set<Promise<void>>(),
  }));
  type Lane = (typeof lanes)[number];

  function wake(lane: Lane): void {
    if (stopped || lane.workers.size >= parallel) return;
    const worker = work(lane)
      .catch((error: unknown) =>
        context.log.warn({ cause: safely(error) }, "the queue of messages could not be read"),
      )
      .finally(() => lane.workers.delete(worker));
    lane.workers.add(worker);
  }

  async function work(lane: Lane): Promise<void> {
    while (!stopped) {
      // The rest waits in the queue until the hour's limit allows another one.
      if (lane.channel === "mail" && (await waitForLimit(context, "mails", "all")) > 0) return;
      const message = await claimMessage(db, lane.channel, clock());
      if (!message) return;
      // If one was due there may be more.
      wake(lane);
      await deal(message);
      dealtWith++;
    }
  }

  async function deal(message: MessageRow): Promise<void> {
    const wait = message.channel === "mail" ? await tryRequest(context, "mails", "all") : 0;
    if (wait > 0)
      return await postponeMessage(
        db,
        message,
        clock() + wait * 1000,
        "the hour's limit of mails is used up",
      );
    let ending: Ending;
    try {
      ending = await deliver(message);
    } catch (error) {
      await returnUnused(message);
      return await note(message, error);
    }
    if (ending.outcome === "nobody" || ending.outcome === "given_up") await returnUnused(message);
    await endMessage(db, message, ending, clock());
    if (ending.outcome === "given_up") report(message, "message given up", ending.last_error);
  }

  /** Messages without a recipient, or not delivered, don't count towards the hour's limit. */
  async function returnUnused({ channel }: MessageRow): Promise<void> {
    if (channel === "mail") await returnRequest(context, "mails", "all");
  }

  async function deliver(message: MessageRow): Promise<Ending> {
    const { id, channel, kind, details } = message;
    if (clock() >= deadline(message)) {
      return { outcome: "given_up", last_error: message.last_error ?? "it had expired" };
    }
    if (channel === "sms" && !config.sms_hook) return noWay("no text message hook is configured");
    if (channel === "mail" && config.mail.by === "nothing") return noWay("no mail server is configured");

    const composed = await transaction(db, (tx) => compose(tx, context, message));
    if (!composed) return { outcome: "nobody" };
    const { recipient, code = "" } = composed;
    // Another attempt has another code: a recipient that drops duplicates must not drop the valid one.
    const attemptId = `${id}.${message.attempts}`;
    if (channel === "sms" && config.sms_hook) {
      const text = {
        id,
        phone: `+${recipient}`,
        channel: typeof details.sms_channel === "string" ? details.sms_channel : "sms",
        message: renderText(code, kind, config.product_name),
        code,
      };
      await callSmsHook(config.sms_hook, attemptId, text, clock(), config.answer_milliseconds);
      return { outcome: "sent" };
    }
    const mail = renderMail(composed, config.product_name);
    if (!mailer) return { outcome: "shown", mail };
    await mailer.send(attemptId, recipient, mail, clock());
    return { outcome: "sent" };
  }

  async function note(message: MessageRow, error: unknown): Promise<void> {
    const problem = error instanceof DeliveryError ? error.message : "it could not be composed";
    if (!(error instanceof DeliveryError)) {
      context.log.error({ message_id: message.id, cause: safely(error) }, "message could not be composed");
    }
    if (error instanceof DeliveryError && error.permanent) {
      await endMessage(db, message, { outcome: "given_up", last_error: problem }, clock());
      return report(message, "message given up", problem);
    }
    const due = clock() + spread(pauses[Math.min(message.attempts, pauses.length) - 1] ?? hour);
    await postponeMessage(db, message, Math.min(due, deadline(message)), problem);
    report(message, "message not sent yet", problem);
  }

  function report({ id, channel, kind, attempts }: MessageRow, what: string, problem: string): void {
    context.log.warn({ message_id: id, channel, kind, attempts, problem }, what);
  }

  async function idle(): Promise<void> {
    for (const lane of lanes) while (lane.workers.size > 0) await Promise.all(lane.workers);
  }

  return {
    nudge: () => lanes.forEach(wake),
    async sendDue() {
      const before = dealtWith;
      lanes.forEach(wake);
      await idle();
      return dealtWith - before;
    },
    async stop() {
      stopped = true;
      await idle();
      mailer?.close();
    },
  };
}

/** Sends messages when they become due, until stopped; `messageQueued` of the context triggers it at once. */
export function startSending(context: AuthContext, compose: Compose): Sender {
  const sender = createSender(context, compose);
  let timer: NodeJS.Timeout | undefined;
  let tidying = Promise.resolve();
  let tidyAt = context.clock();
  function poll() {
    sender.nudge();
    if (context.clock() >= tidyAt) {
      tidyAt = context.clock() + tidyMilliseconds;
      tidying = tidyMessages(context.db, context.clock()).catch(() =>
        context.log.warn("could not tidy the messages"),
      );
    }
    timer = setTimeout(poll, spread(pollMilliseconds)).unref();
  }
  context.messageQueued = sender.nudge;
  poll();
  return {
    ...sender,
    async stop() {
      clearTimeout(timer);
      context.messageQueued = () => undefined;
      await sender.stop();
      await tidying;
    },
  };
}

/** Until when a message is worth sending. People wait for a texted code only for minutes. */
function deadline({ channel, kind, created_at }: MessageRow): number {
  const worth =
    channel === "sms"
      ? 5 * minute
      : kind === "reauthentication" || kind === "mfa_code"
        ? 10 * minute
        : 24 * hour;
  return Date.parse(created_at) + worth;
}

function noWay(last_error: string): Ending {
  return { outcome: "given_up", last_error };
}

/** A pause that varies by a fifth, so that several servers don't run in step. */
function spread(milliseconds: number): number {
  return milliseconds * (0.8 + Math.random() * 0.4);
}

/** What a log may contain of an unexpected error: its text may quote what people typed. */
function safely(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const at = error.stack?.split("\n").filter((line) => /^\s+at /.test(line));
  return { name: error.name, code: "code" in error ? error.code : undefined, at };
}
