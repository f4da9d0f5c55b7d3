import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { findProblems, type SourceFile } from "./tree.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

const skipped = new Set(["node_modules", "dist", "results"]);

/** Paths from the project's root of all files below a folder whose name matches. */
function filesBelow(folder: string, name: RegExp): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : filesBelow(path, name);
    return name.test(entry.name) ? path : [];
  });
}

function readTree(): SourceFile[] {
  const parts = ["domain", "server/src", "web/src", "e2e", "bench", "cluster", "scripts"];
  const paths = parts.flatMap((part) => filesBelow(part, /\.tsx?$/));
  return paths.map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}

describe("the tree", () => {
  it("holds the rules of docs/decisions/0001-the-tree.md", () => {
    const tree = readTree();
    expect(tree.length).toBeGreaterThan(50);
    expect(findProblems(tree)).toEqual([]);
  });

  it("cites only files that exist in its documents", () => {
    const missing: string[] = [];
    const top = readdirSync(root).filter((name) => name.endsWith(".md"));
    for (const document of [...top, ...filesBelow("docs", /\.md$/)]) {
      const text = readFileSync(join(root, document), "utf8");
      for (const [, target = ""] of text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)) {
        if (!existsSync(join(root, dirname(document), target))) missing.push(`${document} cites ${target}`);
      }
    }
    expect(missing).toEqual([]);
  });
});

describe("the rules themselves", () => {
  const problemsOf = (path: string, text: string, ...others: SourceFile[]) =>
    findProblems([{ path, text }, ...others]).map((problem) => problem.replace(/^[^:]*: /, ""));

  it.each([
    ["domain/visits/visit.ts", 'import x from "../../server/src/app.ts";', "domain may not import server"],
    [
      "web/src/visits/VisitPage.tsx",
      'import x from "../../../server/src/app.ts";',
      "web may not import server",
    ],
    ["server/src/http/guard.ts", 'import x from "../doctors/routes.ts";', "http may not import doctors"],
    [
      "server/src/database/connect.ts",
      'import x from "../visits/queries.ts";',
      "database may not import visits",
    ],
    [
      "server/src/visits/record-visit.ts",
      'import x from "../doctors/routes.ts";',
      "visits may use only queries.ts",
    ],
    ["web/src/ui/Button.tsx", 'import x from "../table/DataTable.tsx";', "ui may not import table"],
    ["web/src/table/DataTable.tsx", 'import x from "../visits/queries.ts";', "table may not import visits"],
    ["web/src/form/Field.tsx", 'import x from "../shell/Sidebar.tsx";', "form may not import shell"],
    [
      "web/src/visits/VisitForm.tsx",
      'import x from "../doctors/DoctorForm.tsx";',
      "visits may use only queries.ts",
    ],
  ])("refuses %s with %s", (path, text, problem) => {
    expect(problemsOf(path, text).join()).toContain(problem);
  });

  it("refuses cycles", () => {
    const a = { path: "domain/money/a.ts", text: 'import b from "./b.ts";' };
    const b = { path: "domain/money/b.ts", text: 'import a from "./a.ts";' };
    expect(findProblems([a, b]).join()).toContain("cycle");
  });

  it.each([
    ["web/src/utils/x.ts", "", "folder named utils"],
    ["server/src/auth/types.ts", "", "types.ts"],
    ["web/src/ui/index.ts", 'export * from "./Button.tsx";', "barrel"],
    ["server/src/visits/queries.ts", "const now = new Date();", "new Date()"],
    ["server/src/visits/queries.ts", "const now = Date.now();", "Date.now()"],
    ["web/src/ui/StatCard.tsx", "value.toLocaleString()", "toLocale"],
    ["server/src/visits/routes.ts", "sql`select 1`;", "SQL belongs"],
  ])("refuses %s with %s", (path, text, problem) => {
    expect(problemsOf(path, text).join()).toContain(problem);
  });

  it("refuses a file of more than 400 lines", () => {
    expect(problemsOf("domain/money/money.ts", "x\n".repeat(401)).join()).toContain("400 lines");
  });

  it("lets through what the design allows", () => {
    const allowed: SourceFile[] = [
      { path: "domain/calendar/calendar.ts", text: "new Date(0)" },
      { path: "server/src/http/clock.ts", text: "Date.now()" },
      {
        path: "server/src/visits/queries.ts",
        text: 'import { x } from "../doctors/queries.ts"; sql`select 1`;',
      },
      { path: "server/src/doctors/queries.ts", text: 'import { x } from "../database/connect.ts";' },
      { path: "web/src/visits/VisitForm.tsx", text: 'import { x } from "../doctors/DoctorPicker.tsx";' },
    ];
    expect(findProblems(allowed)).toEqual([]);
  });
});
