import { deletionAtHand } from "@rounds/domain/at-hand/visits-at-hand.ts";
import type { ErrorCode } from "@rounds/domain/errors/errors.ts";
import type { Entry, WrittenRows } from "../web/src/phone/entry.ts";
import type { Answer } from "../web/src/phone/ports.ts";
import { removed } from "./intents.ts";
import { createSkips } from "./model-skips.ts";
import type { World } from "./world.ts";

export type Fields = Record<string, unknown>;
export type Line = { id: string; product_id: string; quantity: number; unit_price: string };
type ModelDoctor = { id: string; version: number } & Fields;
export type ModelVisit = { id: string; version: number; doctor_id: string; sales: Line[] } & Fields;
type ModelProduct = { id: string; version: number; name: string; current_stock: number };
export type ModelRow = ModelDoctor | ModelVisit | ModelProduct;

/** A request as it travels: its body is text. */
export type Sent = Pick<Entry, "noun" | "op" | "entity" | "key"> & { user: string; text: string };
/** One that writes a row. */
type SentRow = Sent & { noun: WrittenRows };

type Refusal = { status: number; body: Fields };

/** How many keys of edits a row remembers. */
const maxEditKeys = 10;

/** What the server keeps. A row is replaced, never changed. */
export type ModelServer = {
  /** Whom a person skips: the reason, by `skipSlot`. */
  skips: ReadonlyMap<string, string>;
  /** Reasons of skips that the server refused: their day was over, or the doctor gone. */
  pastSkips: ReadonlySet<string>;
  doctors: Map<string, ModelDoctor>;
  visits: Map<string, ModelVisit>;
  products: Map<string, ModelProduct>;
  /** The number of the transaction that changed a row last, and that deleted one. */
  changed: Map<string, number>;
  deleted: Map<string, { changed: number; key: string }>;
  transactions: number;
  epoch: number;
  /** Rows that a person may not keep: `USER ROW`. */
  hidden: Set<string>;
  /** Units of a product that ever came in. */
  received: Map<string, number>;
  /** The keys whose request was refused for good: when, and the answer. */
  refused: Map<string, { at: number; answer: Refusal }>;
  /** Does what a request asks. A colleague's has the key "". */
  handle(sent: Sent): Exclude<Answer<unknown>, "none">;
  restock(id: string, units: number): void;
};

const statuses: Partial<Record<ErrorCode, number>> = { gone: 410, not_found: 404 };

export function createModelServer(world: World): ModelServer {
  const { ledger, weather } = world;
  const bodies = new Map<string, string>();
  const creations = new Map<string, string>();
  const editKeys = new Map<string, string[]>();
  const skips = createSkips(world, {
    refuse: (sent, code, fields) => refusal(sent, code, {}, fields),
    isThere: (id) => server.doctors.has(id),
  });
  const server: ModelServer = {
    skips: skips.stored,
    pastSkips: skips.past,
    doctors: new Map(),
    visits: new Map(),
    products: new Map(),
    changed: new Map(),
    deleted: new Map(),
    transactions: 1,
    epoch: 1,
    hidden: new Set(),
    received: new Map(),
    refused: new Map(),
    handle(sent) {
      const known = bodies.get(sent.key);
      const text = `${sent.op} ${sent.entity} ${sent.text}`;
      if (sent.key !== "" && known !== undefined && known !== text)
        world.fail(`the request ${sent.key} was changed after it was sent: ${known} became ${text}`);
      bodies.set(sent.key, text);
      server.transactions++;
      const body = sent.text === "" ? {} : (JSON.parse(sent.text) as Fields);
      const { noun } = sent;
      if (noun === "skips") return skips.handle(sent, body);
      const row = { ...sent, noun };
      if (row.op === "delete") return remove(row, body);
      if (row.op === "complete") return complete(row, body);
      return row.op === "create" ? create(row, body) : update(row, body);
    },
    restock(id, units) {
      server.transactions++;
      server.received.set(id, (server.received.get(id) ?? 0) + units);
      move(id, units);
    },
  };

  function refusal({ key }: Pick<Sent, "key">, code: ErrorCode, details: Fields = {}, fields?: Fields) {
    const body = { code, message: code, details, request_id: "", ...(fields && { fields }) };
    const answer = { status: statuses[code] ?? 409, body };
    server.refused.set(key, { at: world.now(), answer });
    return answer;
  }

  function stamp(id: string) {
    server.changed.set(id, server.transactions);
  }

  function move(id: string, units: number) {
    const product = server.products.get(id);
    if (!product) return;
    server.products.set(id, { ...product, current_stock: product.current_stock + units });
    stamp(id);
  }

  function table(noun: "doctors" | "visits"): Map<string, ModelRow> {
    return server[noun] as Map<string, ModelRow>;
  }

  /** What is not there, or not in stock. */
  function missing(sent: SentRow, body: Fields, before: readonly Line[]) {
    if (sent.noun === "doctors") return undefined;
    if (!server.doctors.has(String(body.doctor_id))) return refusal(sent, "doctor_missing");
    const units = unitsOf(body.items as Line[], before);
    for (const [id, needed] of units) {
      const product = server.products.get(id);
      if (!product) return refusal(sent, "product_missing");
      if (needed > Math.max(0, product.current_stock)) return refusal(sent, "insufficient_stock");
    }
    return undefined;
  }

  function create(sent: SentRow, body: Fields) {
    const { noun, entity } = sent;
    if (server.deleted.has(entity)) return refusal(sent, "gone");
    const existing = table(noun).get(entity);
    if (existing && creations.get(entity) !== sent.text) return refusal(sent, "id_taken");
    if (!existing) {
      const why = missing(sent, body, []);
      if (why) return why;
      write(noun, undefined, { ...rowFields(noun, body), id: entity, version: 1 } as ModelRow);
      creations.set(entity, sent.text);
    }
    return answered(sent, 201);
  }

  function update(sent: SentRow, body: Fields) {
    const { noun, entity, key } = sent;
    if (server.deleted.has(entity)) return refusal(sent, "gone");
    const row = table(noun).get(entity);
    if (!row) return refusal(sent, "not_found");
    const keys = editKeys.get(entity) ?? [];
    if (key !== "" && keys.includes(key)) return answered(sent, 200);
    if (body.version !== row.version) {
      const details = { current: answerOf(noun, row), changed_by: "asha@rounds.example" };
      return refusal(sent, "changed_meanwhile", details);
    }
    const before = noun === "visits" ? (row as ModelVisit).sales : [];
    const why = missing(sent, body, before);
    if (why) return why;
    write(noun, row, { ...row, ...rowFields(noun, body), version: row.version + 1 } as ModelRow);
    if (key !== "" && !weather.isForgetful) editKeys.set(entity, [key, ...keys].slice(0, maxEditKeys));
    return answered(sent, 200);
  }

  /** What is added to a plan, over the plan as it is here. */
  function complete(sent: SentRow, body: Fields) {
    const { entity, key } = sent;
    if (server.deleted.has(entity)) return refusal(sent, "gone");
    const plan = server.visits.get(entity);
    if (!plan) return refusal(sent, "not_found");
    const keys = editKeys.get(entity) ?? [];
    if (keys.includes(key)) return answered(sent, 200);
    if (plan.status !== "scheduled") {
      const details = { current: answerOf("visits", plan), changed_by: "asha@rounds.example" };
      return refusal(sent, "changed_meanwhile", details);
    }
    const items = [...plan.sales, ...(body.items as Line[])];
    const why = missing(sent, { doctor_id: plan.doctor_id, items }, plan.sales);
    if (why) return why;
    const { visit_date } = body;
    write("visits", plan, {
      ...plan,
      visit_date,
      status: "completed",
      sales: items,
      version: plan.version + 1,
    });
    if (!weather.isForgetful) editKeys.set(entity, [key, ...keys].slice(0, maxEditKeys));
    return answered(sent, 200);
  }

  function remove(sent: SentRow, confirmed: Fields) {
    const { noun, entity, key } = sent;
    const done = server.deleted.get(entity);
    if (done && done.key === key && !weather.isForgetful) return { status: 200, body: { visits: 0 } };
    if (done) return refusal(sent, "gone");
    const row = table(noun).get(entity);
    if (!row) return refusal(sent, "not_found");
    const current = toDelete(noun, row);
    if (Object.entries(confirmed).some(([name, value]) => current[name] !== value))
      return refusal(sent, "changed_meanwhile", { current });
    if (noun === "doctors")
      for (const visit of [...server.visits.values()])
        if (visit.doctor_id === entity) drop("visits", visit, "");
    drop(noun, row, key);
    return { status: 200, body: { visits: 0 } };
  }

  /** The version and the figures that a person confirms. */
  function toDelete(noun: "doctors" | "visits", { id, version }: ModelRow): Fields {
    // Of visits and doctors only what the model has is read.
    return noun === "visits" ? { version } : { ...deletionAtHand(server as never, id), version };
  }

  function drop(noun: "doctors" | "visits", row: ModelRow, key: string) {
    if (noun === "visits") for (const line of (row as ModelVisit).sales) move(line.product_id, line.quantity);
    if (noun === "doctors") skips.deleted(row.id);
    table(noun).delete(row.id);
    server.changed.delete(row.id);
    server.deleted.set(row.id, { changed: server.transactions, key });
  }

  function write(noun: "doctors" | "visits", before: ModelRow | undefined, after: ModelRow) {
    table(noun).set(after.id, after);
    stamp(after.id);
    const note = (slot: string, value: string) => {
      const problem = ledger.wrote(slot, value);
      // A server that remembers no keys can't tell a line that was added, and removed since, from one never sent.
      const [first, second] = ledger.history(slot);
      const isSentAgain = weather.isForgetful && first === value && second === removed;
      if (problem && !isSentAgain) world.fail(problem);
    };
    for (const [field, value] of Object.entries(after)) {
      const isMarked = typeof value === "string" && value.startsWith("~");
      if (isMarked && (before as Fields | undefined)?.[field] !== value) note(`${after.id}.${field}`, value);
    }
    if (noun === "doctors") return;
    const old = new Map((before as ModelVisit | undefined)?.sales.map((line) => [line.id, line]));
    const lines = (after as ModelVisit).sales;
    for (const [id, units] of unitsOf(lines, [...old.values()])) if (units !== 0) move(id, -units);
    for (const line of lines) {
      if (old.get(line.id)?.unit_price !== line.unit_price) note(`${after.id}/${line.id}`, line.unit_price);
      old.delete(line.id);
    }
    for (const id of old.keys()) note(`${after.id}/${id}`, removed);
  }

  function answered({ noun, entity }: SentRow, status: number) {
    const row = table(noun).get(entity);
    return { status, body: row && answerOf(noun, row) };
  }

  return server;
}

/** Units by product that lines need beyond those of other lines. */
export function unitsOf(lines: readonly Line[], before: readonly Line[]): Map<string, number> {
  const units = new Map<string, number>();
  const add = (all: readonly Line[], sign: 1 | -1) => {
    for (const { product_id, quantity } of all)
      units.set(product_id, (units.get(product_id) ?? 0) + sign * quantity);
  };
  add(lines, 1);
  add(before, -1);
  return units;
}

function rowFields(noun: "doctors" | "visits", { version: _, items, ...fields }: Fields): Fields {
  return noun === "visits" ? { ...fields, sales: items } : fields;
}

/** A row as the API answers it: a visit comes with its doctor and total. */
function answerOf(noun: "doctors" | "visits", row: ModelRow): Fields {
  return noun === "doctors" ? row : { ...row, doctor: { id: "" }, total_sales: "0.00", recorded_by: null };
}
