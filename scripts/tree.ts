import { dirname, join } from "node:path/posix";

/** A source file by its path from the project's root, with `/`. */
export type SourceFile = { path: string; text: string };

const bannedFolders = new Set(["utils", "util", "helpers", "common", "shared", "lib", "misc"]);

/** Folders of the server and the web that know no noun, with those of their own side that they may import. */
const layers: Record<string, Record<string, readonly string[]>> = {
  server: { database: ["http", "auth"], http: ["database", "auth"], auth: ["database", "http"] },
  web: {
    ui: ["api"],
    api: [],
    form: ["ui", "api"],
    table: ["ui", "api"],
    chart: ["ui", "api"],
    "sign-in": ["ui", "api", "form", "shell"],
    shell: ["ui", "api", "sign-in", "form"],
    testing: ["ui", "api", "form", "table", "shell", "sign-in"],
  },
};

/** Server folders that run or fill the product and so may use any noun. */
const compositions = new Set(["commands", "demo", "testing", "chaos"]);

/** The only files that may ask the clock or format by locale. */
const clocks = [
  /^domain\/calendar\//,
  /^domain\/money\//,
  /^server\/src\/http\/clock\.ts$/,
  /^web\/src\/api\/clock\.ts$/,
];

/** Files that test or measure: they may look into what they test, and need a clock of their own. */
const outside = /\.test\.tsx?$|^e2e\/|^bench\/|^cluster\/|^scripts\/|\/testing\/|^server\/src\/chaos\//;

/** Everything in the tree that breaks a rule of docs/decisions/0001-the-tree.md, one line each. */
export function findProblems(files: readonly SourceFile[]): string[] {
  const known = new Set(files.map((file) => file.path));
  const imports = new Map(files.map((file) => [file.path, importsOf(file)]));
  const problems: string[] = [];
  for (const file of files) {
    const told = [...nameProblems(file), ...textProblems(file)];
    for (const target of imports.get(file.path) ?? []) {
      const problem = importProblem(file.path, target);
      if (problem) told.push(`${problem} (${target})`);
    }
    problems.push(...told.map((problem) => `${file.path}: ${problem}`));
  }
  return [...problems, ...findCycles(imports, known)];
}

function importsOf({ path, text }: SourceFile): string[] {
  const specifiers = [
    ...text.matchAll(/(?:^|[;\s])(?:import|export)\b[^"';]*?["']([^"']+)["']|import\(\s*["']([^"']+)["']/g),
  ];
  return specifiers.flatMap(([, from, dynamic]) => {
    const specifier = from ?? dynamic ?? "";
    if (specifier.startsWith("@rounds/domain/")) return specifier.replace("@rounds/", "");
    return specifier.startsWith(".") ? join(dirname(path), specifier) : [];
  });
}

/** Where a file stands: the package, and the folder below its sources ("" for files at their top). */
function placeOf(path: string): { side: string; folder: string } {
  const [side = "", ...rest] = path.split("/");
  const inside = rest[0] === "src" ? rest.slice(1) : rest;
  return { side, folder: inside.length > 1 ? (inside[0] ?? "") : "" };
}

function importProblem(path: string, target: string): string | undefined {
  if (outside.test(path)) return undefined;
  const from = placeOf(path);
  const to = placeOf(target);
  if (from.side !== to.side)
    return to.side === "domain" ? undefined : `${from.side} may not import ${to.side}`;
  if (
    from.side === "domain" ||
    from.folder === to.folder ||
    from.folder === "" ||
    compositions.has(from.folder)
  ) {
    return undefined;
  }
  const sideLayers = layers[from.side] ?? {};
  const allowed = sideLayers[from.folder];
  // Files at the top: configuration and the owner of URLs are for everybody.
  if (to.folder === "") return undefined;
  if (allowed) return allowed.includes(to.folder) ? undefined : `${from.folder} may not import ${to.folder}`;
  if (to.folder in sideLayers) return undefined;
  return isOffered(target)
    ? undefined
    : `${from.folder} may use only queries.ts or an exported picker of ${to.folder}`;
}

/**
 * What a noun offers to other nouns: its queries and where its pages start, a picker or dialog made for them, and the
 * server's verb on the ledger.
 */
function isOffered(target: string): boolean {
  return /\/(queries|ledger|return-stock|page-start)\.ts$|Picker\.tsx$|\/((StockModal|NewDoctorDialog|NewProductDialog)\.tsx|lazy-stock-modal\.ts)$/.test(
    target,
  );
}

function nameProblems({ path }: SourceFile): string[] {
  const folders = path.split("/").slice(0, -1);
  const banned = folders
    .filter((folder) => bannedFolders.has(folder))
    .map((folder) => `folder named ${folder}`);
  if (path.endsWith("/types.ts")) banned.push("no file is called types.ts");
  if (/\/index\.tsx?$/.test(path)) banned.push("no barrel files");
  return banned;
}

function textProblems({ path, text }: SourceFile): string[] {
  const problems: string[] = [];
  if (text.split("\n").length > 401) problems.push("more than 400 lines");
  if (outside.test(path)) return problems;
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
