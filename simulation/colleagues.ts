import type { Fields, Line, ModelServer, ModelVisit, Sent } from "./model-server.ts";
import type { World } from "./world.ts";

/** The rows that are there at the beginning. */
export function fillServer(world: World, server: ModelServer): void {
  const { random } = world;
  for (let at = 0; at < 3; at++) {
    const id = world.newId();
    server.products.set(id, { id, version: 1, name: `P${at}`, current_stock: 0 });
    server.restock(id, random.integer(0, 12));
  }
  for (let at = 0; at < random.integer(1, 6); at++) newDoctor(world, server);
  for (let at = 0; at < random.integer(0, 6); at++) newVisit(world, server);
}

function request(
  world: World,
  server: ModelServer,
  sent: Pick<Sent, "noun" | "op" | "entity">,
  body?: Fields,
) {
  const text = body ? JSON.stringify(body) : "";
  const { status } = server.handle({ ...sent, key: "", user: "colleague", text });
  world.note(`a colleague's ${sent.op} ${sent.entity.slice(-3)}: ${status}`);
}

function newDoctor(world: World, server: ModelServer): void {
  const entity = world.newId();
  const text = (field: string) => world.ledger.text(`${entity}.${field}`);
  const body = { id: entity, name: text("name"), hospital: text("hospital"), address: text("address") };
  request(world, server, { noun: "doctors", op: "create", entity }, body);
}

function newVisit(world: World, server: ModelServer): void {
  const { random, ledger } = world;
  const entity = world.newId();
  const doctors = [...server.doctors.keys()];
  const products = [...server.products.keys()];
  if (doctors.length === 0 || products.length === 0) return;
  const id = world.newId();
  const line = {
    id,
    product_id: random.pick(products),
    quantity: 1,
    unit_price: ledger.price(`${entity}/${id}`),
  };
  const body = {
    ...{
      id: entity,
      doctor_id: random.pick(doctors),
      status: "completed",
      items: random.chance(0.5) ? [line] : [],
    },
    ...{ visit_date: ledger.text(`${entity}.visit_date`), notes: ledger.text(`${entity}.notes`) },
  };
  request(world, server, { noun: "visits", op: "create", entity }, body);
}

function editDoctor(world: World, server: ModelServer): void {
  const doctors = [...server.doctors.values()];
  if (doctors.length === 0) return;
  const row = world.random.pick(doctors.slice(-4));
  const field = world.random.pick(["name", "hospital", "address"]);
  const body = { version: row.version, [field]: world.ledger.text(`${row.id}.${field}`) };
  request(world, server, { noun: "doctors", op: "update", entity: row.id }, body);
}

function editVisit(world: World, server: ModelServer): void {
  const { random, ledger } = world;
  const visits = [...server.visits.values()];
  if (visits.length === 0) return;
  const row: ModelVisit = random.pick(visits.slice(-4));
  const field = random.pick(["notes", "visit_date", "lines"]);
  const items: Line[] = row.sales.map((line) => {
    const isChanged = field === "lines" && random.chance(0.5);
    return isChanged ? { ...line, unit_price: ledger.price(`${row.id}/${line.id}`) } : line;
  });
  const { visit_date, notes, doctor_id, status, version } = row;
  const body: Fields = { version, visit_date, notes, doctor_id, status, items };
  if (field !== "lines") body[field] = ledger.text(`${row.id}.${field}`);
  request(world, server, { noun: "visits", op: "update", entity: row.id }, body);
}

export function remove(world: World, server: ModelServer): void {
  const noun = world.random.chance(0.3) ? "doctors" : "visits";
  const ids = [...server[noun].keys()];
  if (ids.length > 0) request(world, server, { noun, op: "delete", entity: world.random.pick(ids) });
}

function changeScope(world: World, server: ModelServer, users: readonly string[]): void {
  const noun = world.random.pick(["doctors", "visits"] as const);
  const ids = [...server[noun].keys()];
  if (ids.length === 0) return;
  const row = `${world.random.pick(users)} ${world.random.pick(ids)}`;
  world.note(
    `${row.slice(-3)} ${server.hidden.has(row) ? "enters" : "leaves"} the rows of ${row.slice(33, 36)}`,
  );
  if (!server.hidden.delete(row)) server.hidden.add(row);
}

/** One thing that somebody else does, or that happens to the server. */
export function colleagueActs(world: World, server: ModelServer, users: readonly string[]): void {
  const { random, weather } = world;
  const choice = random.integer(0, 15);
  if (choice < 4) editDoctor(world, server);
  else if (choice < 8) editVisit(world, server);
  else if (choice === 8) newVisit(world, server);
  else if (choice === 9) newDoctor(world, server);
  else if (choice === 10) {
    if (weather.deletions) remove(world, server);
  } else if (choice < 13) {
    const products = [...server.products.keys()];
    if (products.length > 0) server.restock(random.pick(products), random.integer(1, 6));
  } else if (choice === 13 && weather.scopeChanges) changeScope(world, server, users);
  else if (choice === 14 && weather.epochs) {
    server.epoch++;
    world.note("the history of the database begins anew");
  }
}
