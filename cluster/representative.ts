import { setTimeout as wait } from "node:timers/promises";
import { dayOf } from "@rounds/domain/calendar/calendar.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import type { Product } from "@rounds/domain/products/product.ts";
import type { Random } from "@rounds/domain/random/random.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import type { Visit } from "@rounds/domain/visits/visit.ts";
import { systemClock } from "@rounds/http/clock.ts";
import { anId } from "@rounds/testkit/builders.ts";
import type { Caller, Outcome } from "./caller.ts";
import type { Journal, KnownVisit, Line } from "./journal.ts";

/** A person who records visits until told to stop; `stop` resolves once the last request has its final answer. */
export type Representative = { number: number; caller: Caller; stop(): Promise<void> };

const today = dayOf(systemClock(), "Asia/Kolkata");

/** Starts the work: records visits, edits and deletes some of them, reads lists, refreshes the session. */
export async function startRepresentative(
  number: number,
  caller: Caller,
  { products, journal, random }: { products: Product[]; journal: Journal; random: Random },
): Promise<Representative> {
  const doctor_id = anId();
  // Nobody else's name starts like this one.
  const name = `Dr. Asha Rao ${String(number).padStart(3, "0")}`;
  must(await caller.insist(doctorRoutes.create, { body: { id: doctor_id, name } }), "recording a doctor");
  const own: KnownVisit[] = [];
  let stopped = false;

  function newLines(): Line[] {
    const first = random.integer(0, products.length - 1);
    return Array.from({ length: random.integer(1, 3) }, (_, index) => {
      const product = products[(first + index) % products.length];
      return {
        id: anId(),
        product_id: product?.id ?? "",
        quantity: random.integer(1, 3),
        unit_price: product?.price ?? "",
      };
    });
  }

  const input = ({ notes, items }: Pick<KnownVisit, "notes" | "items">) => ({
    doctor_id,
    visit_date: today,
    status: "completed" as const,
    notes,
    items,
  });

  async function record(): Promise<void> {
    const visit = {
      id: anId(),
      doctor_id,
      version: 1,
      notes: `Visit ${own.length}`,
      items: newLines(),
    };
    const { ok, status, body } = await caller.insist(visitRoutes.create, {
      body: { id: visit.id, ...input(visit) },
    });
    if (!ok) return unexpected("recording a visit", { status, body });
    journal.recorded(number, visit);
    own.push(visit);
    if (random.chance(0.3)) await readBack(visit);
  }

  /** What was acknowledged is in the next list, whichever server and database answers. */
  async function readBack({ id }: KnownVisit): Promise<void> {
    const { ok, status, body } = random.chance(0.5)
      ? await caller.insist(visitRoutes.list, { query: { search: name } })
      : await caller.insist(visitRoutes.ofDoctor, { params: { id: doctor_id }, query: {} });
    if (!ok) return unexpected("reading a list", { status, body });
    journal.counts.lists++;
    const { rows } = body as { rows: { id: string }[] };
    if (!rows.some((row) => row.id === id))
      journal.problem(`visit ${id} was recorded and is not on the list`);
  }

  async function edit(visit: KnownVisit): Promise<void> {
    const next = { ...visit, version: visit.version + 1, notes: `${visit.notes}, edited`, items: newLines() };
    const { ok, status, body, repeated } = await caller.insist(visitRoutes.update, {
      params: { id: visit.id },
      body: { version: visit.version, ...input(next) },
    });
    // The answer to an earlier attempt was lost, and nobody else edits this visit.
    const done = repeated && status === 409 && isAsSent(body, next);
    if (!ok && !done) return unexpected(`editing visit ${visit.id}`, { status, body });
    journal.edited(next);
    own[own.indexOf(visit)] = next;
  }

  async function remove(visit: KnownVisit): Promise<void> {
    const { ok, status, body, repeated } = await caller.insist(visitRoutes.delete, {
      params: { id: visit.id },
    });
    const done = repeated && status === 404;
    if (!ok && !done) return unexpected(`deleting visit ${visit.id}`, { status, body });
    journal.deleted(visit.id);
    own.splice(own.indexOf(visit), 1);
  }

  function unexpected(what: string, { status, body }: Pick<Outcome, "status" | "body">): void {
    journal.problem(`representative ${number}, ${what}: ${status} ${JSON.stringify(body)}`);
  }

  async function work(): Promise<void> {
    while (!stopped) {
      const visit = own.length > 0 ? random.pick(own.slice(-10)) : undefined;
      if (visit && random.chance(0.1)) await edit(visit);
      else if (visit && random.chance(0.05)) await remove(visit);
      else await record();
      if (random.chance(0.03)) await caller.refresh();
      await wait(random.integer(200, 800));
    }
  }

  const working = work().catch((error: unknown) =>
    journal.problem(`representative ${number}: ${String(error)}`),
  );
  return {
    number,
    caller,
    async stop() {
      stopped = true;
      await working;
    },
  };
}

/** Whether the row in `changed_meanwhile` is what was sent. */
function isAsSent(body: unknown, { version, notes, items }: KnownVisit): boolean {
  const { code, details } = body as { code?: string; details?: { current?: Visit } };
  const current = details?.current;
  return (
    code === "changed_meanwhile" &&
    current?.version === version &&
    current.notes === notes &&
    current.sales.map(({ id }) => id).join() === items.map(({ id }) => id).join()
  );
}

function must({ ok, status, body }: Outcome, what: string): void {
  if (!ok) throw new Error(`${what} answered ${status}: ${JSON.stringify(body)}`);
}
