/**
 * The floors of the house, from the bottom up. A room is a folder at the top of the project, and `imports` are the rooms
 * that its product code may use. Inside a room a folder may import the floors below its own and nothing else: neither
 * a folder beside it nor one above. "." are the files at the top of the room.
 */
type Room = { imports: readonly string[]; floors: readonly (readonly string[])[] };

/** The rooms of the folder `platform`: they carry any product that works like this one, and know nothing of doctors. */
const platform = ["postgres", "database", "http", "auth", "realtime"];

/** The path of a file that is imported as one of a room: `@rounds/auth/base/settings.ts`. */
export function pathInRoom(specifier: string): string {
  const path = specifier.replace(/^@rounds\//, "");
  return platform.includes(path.split("/")[0] ?? "") ? `platform/${path}` : path;
}

/** The rooms that the server is made of, beside itself. */
const carriers = ["domain", ...platform];

/** The folders of the server and of what it is made of. */
export const serverFolders = ["domain", ...platform.map((room) => `platform/${room}`), "server"];

/** Those that look at the product from outside: they may use every room of the server, but not the web. */
const outside = { imports: [...carriers, "testkit", "server", "scripts"], floors: [["."]] };

export const rooms: Record<string, Room> = {
  domain: {
    imports: [],
    floors: [
      ["errors", "random", "text"],
      ["money", "calendar", "paging", "records", "contract"],
      ["account", "archive", "doctors", "products", "views"],
      ["team", "stock", "inventory", "bulk-edits"],
      ["visits"],
      ["coverage", "history"],
      ["sales", "glance", "imports"],
      ["dashboard", "today", "performance"],
      ["sync", "catch-up"],
      ["at-hand"],
      ["."],
      ["live"],
    ],
  },
  postgres: { imports: [], floors: [["."], ["backup"]] },
  database: { imports: ["domain", "postgres"], floors: [["."], ["cluster"], ["replica"]] },
  http: { imports: ["domain", "database"], floors: [["."]] },
  auth: {
    imports: ["domain", "database", "http"],
    floors: [
      ["base"],
      ["messages"],
      ["users"],
      ["sessions"],
      ["one-time"],
      ["account", "factors", "providers"],
      ["admin"],
      ["."],
    ],
  },
  realtime: {
    imports: ["domain", "database", "http", "auth"],
    floors: [["filters", "limits"], ["connections"], ["changes", "several-servers"], ["."]],
  },
  testkit: { imports: ["domain", "postgres", "database"], floors: [["."]] },
  server: {
    imports: carriers,
    floors: [
      ["api", "rollups"],
      ["account", "team", "products", "inventory", "views"],
      ["stock", "sales"],
      ["visits"],
      ["coverage"],
      ["doctors", "dashboard", "glance", "today", "performance"],
      ["catch-up", "history", "sync"],
      ["bulk-edits"],
      ["imports"],
      ["archive", "demo", "metrics"],
      ["."],
      ["commands"],
    ],
  },
  web: {
    imports: ["domain"],
    floors: [
      ["search.ts"],
      ["paths.ts", "phone", "worker"],
      ["api", "router"],
      ["offline"],
      ["ui"],
      ["form", "table", "chart"],
      ["shell"],
      ["bulk-edits", "exports", "history"],
      ["views"],
      ["doctors", "products"],
      ["visits", "sales", "inventory", "coverage", "account", "team", "sign-in"],
      ["archive", "waiting", "data", "performance", "imports"],
      ["catch-up", "today", "palette"],
      ["dashboard"],
      ["."],
    ],
  },
  // It also runs the phone's engine against a real server, as a hundred phones.
  e2e: {
    ...outside,
    imports: [...outside.imports, "web"],
    floors: [
      ["kit"],
      ["account", "team", "doctors", "visits", "products", "sales", "live", "offline", "files", "screens"],
      ["kills"],
      ["."],
    ],
  },
  /** The phone's engine in a world of its own, which it sees through its ports. */
  simulation: { imports: ["domain", "web"], floors: [["."]] },
  bench: { ...outside, floors: [["kit"], ["browser", "load"], ["."]] },
  cluster: outside,
  scripts: { imports: [], floors: [["."]] },
  // It stands in no room, and starts the tests of all of them.
  "vitest.config.ts": { imports: ["testkit"], floors: [["."]] },
};

/** Folders of nouns; what another noun may use of them is `offered`. */
export const nouns = new Set([
  ...["account", "team", "doctors", "products", "visits", "stock", "sales", "inventory", "dashboard"],
  ...["coverage", "glance", "catch-up", "today", "sync", "sign-in", "performance"],
]);

/** What a noun offers to the nouns above it: its queries, and what was made for them. */
export const offered =
  /\/(queries|calls|order|usePlan|ledger|return-stock|doctor-months|late-doctors|whose|representative-then)\.ts$|Picker\.tsx$|\/(ContactLinks|SlipTag)\.tsx$|\/(MissedVisit|PlanVisit|LaterPlanVisit|NewDoctorDialog|NewProductDialog|TodayCard|QuickVisit|CancelledItemsDialog|SkipFields)\.tsx$|\/LazyStockModal\.ts$/;
