import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { readProject } from "./project-files.ts";
import { findProblems, type SourceFile } from "./tree.ts";

describe("the tree", () => {
  it("holds the rules of docs/decisions/0001-the-tree.md", () => {
    const tree = readProject().filter(({ path }) => /\.tsx?$/.test(path));
    expect(tree.length).toBeGreaterThan(50);
    expect(findProblems(tree)).toEqual([]);
  });
});

it("opens the phone without the library of schemas, which a start without a connection would wait for", async () => {
  const { metafile } = await build({
    ...{ entryPoints: ["web/src/offline/start.ts"], bundle: true, write: false, metafile: true },
    ...{ format: "esm", logLevel: "error", loader: { ".css": "empty" } },
    absWorkingDir: fileURLToPath(new URL("..", import.meta.url)),
  });
  const files = Object.keys(metafile.inputs);
  expect(files).toContain("web/src/offline/engine/phone.ts");
  expect(files.filter((file) => file.includes("node_modules/zod/"))).toEqual([]);
});

describe("the rules themselves", () => {
  const problemsOf = (path: string, text: string, ...others: SourceFile[]) =>
    findProblems([{ path, text }, ...others]).map((problem) => problem.replace(/^[^:]*: /, ""));

  it.each([
    ["domain/visits/visit.ts", "../../server/src/app.ts", "domain may not import server"],
    ["domain/calendar/calendar.ts", "../visits/visit.ts", "calendar may not import upwards"],
    ["domain/doctors/doctor.ts", "../products/product.ts", "doctors may not import products beside it"],
    ["web/src/visits/VisitPage.tsx", "../../../server/src/app.ts", "web may not import server"],
    ["platform/postgres/launcher.ts", "@rounds/domain/money/money.ts", "postgres may not import domain"],
    ["platform/database/connect.ts", "@rounds/auth/base/context.ts", "database may not import auth"],
    ["platform/database/connect.ts", "./replica/reads.ts", ". may not import upwards"],
    ["platform/database/connect.ts", "@rounds/testkit/database.ts", "only tests may import testkit"],
    ["platform/http/log.ts", "@rounds/auth/service.ts", "http may not import auth"],
    ["platform/auth/admin/ban.ts", "../testing/service.ts", "only tests may import what is for tests"],
    ["platform/auth/base/context.ts", "../sessions/keys.ts", "base may not import upwards"],
    ["platform/auth/messages/sender.ts", "../users/email.ts", "messages may not import upwards"],
    ["platform/auth/users/user-view.ts", "../factors/factors.ts", "users may not import upwards"],
    ["platform/auth/sessions/sign-in.ts", "../one-time/tokens.ts", "sessions may not import upwards"],
    ["platform/auth/one-time/compose.ts", "../factors/verify.ts", "one-time may not import upwards"],
    [
      "platform/auth/account/sign-up.ts",
      "../providers/accounts.ts",
      "account may not import providers beside it",
    ],
    ["platform/auth/factors/verify.ts", "../account/user.ts", "factors may not import account beside it"],
    ["platform/auth/providers/web3.ts", "../admin/ban.ts", "providers may not import upwards"],
    ["platform/auth/admin/users.ts", "../routes.ts", "admin may not import upwards"],
    ["platform/auth/passkeys/enroll.ts", "../base/context.ts", "passkeys has no floor in auth"],
    ["platform/auth/base/errors.ts", "@rounds/server/src/app.ts", "auth may not import server"],
    ["platform/auth/base/context.ts", "@rounds/realtime/hub.ts", "auth may not import realtime"],
    [
      "platform/realtime/hub.ts",
      "@rounds/auth/testing/service.ts",
      "only tests may import what is for tests",
    ],
    ["platform/realtime/hub.ts", "../../server/src/routes.ts", "realtime may not import server"],
    ["server/src/api/guard.ts", "../doctors/routes.ts", "api may not import upwards"],
    ["server/src/visits/record-visit.ts", "../doctors/queries.ts", "visits may not import upwards"],
    ["server/src/visits/record-visit.ts", "../stock/routes.ts", "visits may use only what stock offers"],
    ["server/src/visits/record-visit.ts", "../app.ts", "visits may not import upwards"],
    ["server/src/demo/load-demo.ts", "../metrics/metrics.ts", "demo may not import metrics beside it"],
    ["server/src/invoices/queries.ts", "../api/guard.ts", "invoices has no floor in server"],
    ["server/src/app.ts", "./testing/app.ts", "only tests may import what is for tests"],
    ["web/src/ui/Button.tsx", "../table/DataTable.tsx", "ui may not import upwards"],
    ["web/src/table/DataTable.tsx", "../form/Field.tsx", "table may not import form beside it"],
    ["web/src/form/Field.tsx", "../shell/TopBar.tsx", "form may not import upwards"],
    ["web/src/visits/VisitForm.tsx", "../doctors/DoctorForm.tsx", "visits may use only what doctors offers"],
    ["web/src/ui/Button.tsx", "../routes.tsx", "ui may not import upwards"],
    ["invoices/invoice.ts", "@rounds/domain/money/money.ts", "invoices is no room"],
  ])("refuses %s with an import of %s", (path, target, problem) => {
    expect(problemsOf(path, `import x from "${target}";`).join()).toContain(problem);
  });

  it("refuses cycles", () => {
    const a = { path: "domain/money/a.ts", text: 'import b from "./b.ts";' };
    const b = { path: "domain/money/b.ts", text: 'import a from "./a.ts";' };
    expect(findProblems([a, b]).join()).toContain("cycle");
  });

  it.each([
    ["web/src/utils/x.ts", "", "folder named utils"],
    ["platform/auth/users/types.ts", "", "types.ts"],
    ["server/src/visits/lines/old/x.ts", "", "more than 4 folders deep"],
    ["web/src/ui/index.ts", 'export * from "./Button.tsx";', "barrel"],
    ["server/src/visits/queries.ts", "const now = new Date();", "new Date()"],
    ["server/src/visits/queries.ts", "const now = Date.now();", "Date.now()"],
    ["web/src/ui/StatCard.tsx", "value.toLocaleString()", "toLocale"],
    ["server/src/visits/routes.ts", "sql`select 1`;", "SQL belongs"],
    ["server/src/visits/visits.test.ts", "const told = 1;", "the name told"],
    ["web/src/ui/Toast.tsx", "isToldOf(toast);", "the name Told"],
  ])("refuses %s with %s", (path, text, problem) => {
    expect(problemsOf(path, text).join()).toContain(problem);
  });

  it("refuses a file of more than 400 lines", () => {
    expect(problemsOf("domain/money/money.ts", "x\n".repeat(401)).join()).toContain("400 lines");
  });

  it.each([
    [30, []],
    [31, ["31 files in one folder, of at most 30"]],
  ])("lets a folder hold 30 files: %i give %j", (count, problems) => {
    const files = Array.from({ length: count - 1 }, (_, n) => ({
      path: `web/src/visits/x${n}.test.ts`,
      text: "",
    }));
    expect(
      problemsOf("web/src/visits/x.ts", "", ...files, { path: "web/src/visits/form/x.ts", text: "" }),
    ).toEqual(problems);
  });

  it("lets through what the design allows", () => {
    const allowed: SourceFile[] = [
      { path: "domain/calendar/calendar.ts", text: "new Date(0)" },
      { path: "platform/http/clock.ts", text: "Date.now()" },
      {
        path: "server/src/visits/queries.ts",
        text: 'import { x } from "../stock/queries.ts"; sql`select 1`;',
      },
      { path: "server/src/doctors/queries.ts", text: 'import { x } from "@rounds/database/connect.ts";' },
      { path: "server/src/stock/stock.test.ts", text: 'import { x } from "../visits/record-visit.ts";' },
      { path: "web/src/ui/Toast.tsx", text: '/** The person is told. */ say("heard"); // `told`' },
      { path: "auth/users/user.test.ts", text: 'import { x } from "@rounds/testkit/database.ts";' },
      { path: "web/src/visits/VisitForm.tsx", text: 'import { x } from "../doctors/DoctorPicker.tsx";' },
    ];
    expect(findProblems(allowed)).toEqual([]);
  });
});
