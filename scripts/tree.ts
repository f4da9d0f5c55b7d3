import { dirname, join } from "node:path/posix";
import { nouns, offered, pathInRoom, rooms } from "./floors.ts";

/** A source file by its path from the project's root, with `/`. */
export type SourceFile = { path: string; text: string };

const bannedFolders = new Set(["utils", "util", "helpers", "common", "shared", "lib", "misc"]);

/** The only files that may ask the clock or format by locale. */
const clocks = [
  /^domain\/calendar\//,
  /^domain\/money\//,
  /^platform\/http\/clock\.ts$/,
  /^web\/src\/api\/clock\.ts$/,
];

/** Files that test or measure: they need a clock of their own. */
const measuring = /\.test\.tsx?$|^(e2e|bench|cluster|scripts|testkit)\/|\/testing\//;

/** Files that only tests use; they stand above their room's top floor. */
const testing = /\.test\.tsx?$|\/testing\//;

/** How many folders a file may lie in, counted from the project's root. */
const deepest = 4;

/** How many files a folder may hold itself, tests counted too: a person who looks for one reads the names of all. */
const mostInFolder = 30;

/** Names that CONTRIBUTING.md asks to replace by the platform's term. */
const vagueNames = ["told", "heard", "untold", "greet", "patience", "takeTurn"].flatMap((name) => [
  `(?<![A-Za-z])${name}`,
  name[0]?.toUpperCase() + name.slice(1),
]);
const vagueName = new RegExp(`(?:${vagueNames.join("|")})(?![a-z])`, "g");
/** Texts and comments, in which these may be ordinary words; and a field that a page of the release before reads. */
const prose = /"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\*[\s\S]*?\*\/|\/\/.*|\buntold: /g;

/** Everything in the tree that breaks a rule of docs/decisions/0001-the-tree.md, one line each. */
export function findProblems(files: readonly SourceFile[]): string[] {
  const known = new Set(files.map((file) => file.path));
  const imports = new Map(files.map((file) => [file.path, importsOf(file)]));
  const problems: string[] = [];
  for (const file of files) {
    const found = [...nameProblems(file), ...textProblems(file)];
    for (const target of imports.get(file.path) ?? []) {
      const problem = importProblem(file.path, target);
      if (problem) found.push(`${problem} (${target})`);
    }
    problems.push(...found.map((problem) => `${file.path}: ${problem}`));
  }
  return [...problems, ...fullFolders(files), ...findCycles(imports, known)];
}

function fullFolders(files: readonly SourceFile[]): string[] {
  const counts = new Map<string, number>();
  for (const { path } of files) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  return [...counts].flatMap(([folder, count]) =>
    count > mostInFolder ? [`${folder}: ${count} files in one folder, of at most ${mostInFolder}`] : [],
  );
}

function importsOf({ path, text }: SourceFile): string[] {
  const specifiers = [
    ...text.matchAll(/(?:^|[;\s])(?:import|export)\b[^"';]*?["']([^"']+)["']|import\(\s*["']([^"']+)["']/g),
  ];
  return specifiers.flatMap(([, from, dynamic]) => {
    const specifier = from ?? dynamic ?? "";
    if (specifier.startsWith("@rounds/")) return pathInRoom(specifier);
    return specifier.startsWith(".") ? join(dirname(path), specifier) : [];
  });
}

/** Where a file stands: its room, and the folder in it ("." for files at its top). */
function placeOf(path: string): { room: string; folder: string } {
  const [room = "", ...rest] = path.replace(/^platform\//, "").split("/");
  const inside = rest[0] === "src" ? rest.slice(1) : rest;
  const [first = ""] = inside;
  if (inside.length > 1) return { room, folder: first };
  return { room, folder: floorOf(room, first) === undefined ? "." : first };
}

/** The number of a folder's floor in its room, from the bottom up. */
function floorOf(room: string, folder: string): number | undefined {
  const found = rooms[room]?.floors.findIndex((floor) => floor.includes(folder)) ?? -1;
  return found < 0 ? undefined : found;
}

function importProblem(path: string, target: string): string | undefined {
  const from = placeOf(path);
  const to = placeOf(target);
  const room = rooms[from.room];
  if (!room) return `${from.room} is no room of scripts/floors.ts`;
  const tests = testing.test(path);
  // Rooms that look at the product from outside name the test kit among their imports.
  const forTests = tests || from.room === "testkit" || room.imports.includes("testkit");
  if (!forTests && to.room === "testkit") return "only tests may import testkit";
  if (!forTests && testing.test(target)) return "only tests may import what is for tests";
  if (from.room !== to.room) {
    if (room.imports.includes(to.room) || (tests && to.room === "testkit")) return undefined;
    return `${from.room} may not import ${to.room}`;
  }
  if (tests || from.folder === to.folder) return undefined;
  const [below, above] = [floorOf(to.room, to.folder), floorOf(from.room, from.folder)];
  if (above === undefined) return `${from.folder} has no floor in ${from.room}`;
  if (below === undefined) return `${to.folder} has no floor in ${to.room}`;
  if (below > above) return `${from.folder} may not import upwards`;
  if (below === above) return `${from.folder} may not import ${to.folder} beside it`;
  if (nouns.has(from.folder) && nouns.has(to.folder) && from.room !== "domain" && !offered.test(target))
    return `${from.folder} may use only what ${to.folder} offers`;
  return undefined;
}

function nameProblems({ path }: SourceFile): string[] {
  const folders = path.split("/").slice(0, -1);
  const deep = folders.length > deepest ? [`more than ${deepest} folders deep`] : [];
  const banned = folders
    .filter((folder) => bannedFolders.has(folder))
    .map((folder) => `folder named ${folder}`);
  if (path.endsWith("/types.ts")) banned.push("no file is called types.ts");
  if (/\/index\.tsx?$/.test(path)) banned.push("no barrel files");
  return [...deep, ...banned];
}

function textProblems({ path, text }: SourceFile): string[] {
  const problems: string[] = [];
  if (text.split("\n").length > 401) problems.push("more than 400 lines");
  for (const [name] of text.replace(prose, "").matchAll(vagueName))
    problems.push(`the name ${name} says too little: announced, sent, received or shown?`);
  if (measuring.test(path)) return problems;
  if (!clocks.some((clock) => clock.test(path))) {
    for (const [found] of text.matchAll(/\bnew Date\(|\bDate\.now\(|\.toLocale\w*\(/g)) {
      problems.push(`${found}) belongs to domain/calendar, domain/money or the clock`);
    }
  }
  if (/^server\/src\/[^/]+\/routes\.ts$/.test(path) && /\bsql[`.]|selectFrom\(/.test(text)) {
    problems.push("SQL belongs to queries.ts, a verb file or a migration");
  }
  return problems;
}

function findCycles(imports: ReadonlyMap<string, readonly string[]>, known: ReadonlySet<string>): string[] {
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (path: string, trail: readonly string[]) => {
    const start = trail.indexOf(path);
    if (start >= 0) cycles.push(`cycle: ${[...trail.slice(start), path].join(" → ")}`);
    if (start >= 0 || done.has(path)) return;
    for (const target of imports.get(path) ?? []) if (known.has(target)) visit(target, [...trail, path]);
    done.add(path);
  };
  for (const path of imports.keys()) visit(path, []);
  return cycles;
}
