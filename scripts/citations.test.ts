import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { findBrokenCitations } from "./citations.ts";
import { readProject } from "./project-files.ts";
import type { SourceFile } from "./tree.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

describe("the project", () => {
  it("cites only files, headings, decisions and commands that exist", () => {
    const files = readProject();
    expect(files.length).toBeGreaterThan(500);
    const { scripts } = JSON.parse(files.find(({ path }) => path === "package.json")?.text ?? "{}");
    // This file cites what is not there, on purpose.
    const own = /^scripts\/citations(?:\.test)?\.ts$/;
    const commands = new Set(Object.keys(scripts));
    const broken = findBrokenCitations({ files, commands }).filter(
      (line) => !own.test(line.split(" ")[0] ?? ""),
    );
    expect(broken).toEqual([]);
  });

  it("gives every page one title, a decision's with its number, and lists it in its folder's README", () => {
    const pages = readProject("docs").filter(({ path }) => path.endsWith(".md"));
    const textOf = (path: string) => pages.find((page) => page.path === path)?.text ?? "";
    const wrong = pages.filter(({ path, text }) => {
      const number = /^docs\/decisions\/(\d{4})-/.exec(path)?.[1];
      const title =
        number === undefined ? /^# [A-Z][^\n]+\n\n/ : new RegExp(`^# ${Number(number)}\\. [A-Z][^\n]+\n\n`);
      const [folder, name] = [dirname(path), basename(path)];
      return (
        !title.test(text) || (name !== "README.md" && !textOf(`${folder}/README.md`).includes(`](${name})`))
      );
    });
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});

describe("docs/settings.md", () => {
  it("lists every environment variable that the server reads, and no other", () => {
    const read = (path: string) => readFileSync(join(root, path), "utf8");
    const schemas = read("server/src/config.ts") + read("platform/auth/base/settings.ts");
    const settings = [...schemas.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name);
    const listed = [...read("docs/settings.md").matchAll(/^\| `([A-Z0-9_]+)` \|/gm)].map(([, name]) => name);
    expect(listed.toSorted()).toEqual(settings.toSorted());
  });
});

describe("the rules themselves", () => {
  const project: SourceFile[] = [
    {
      path: "docs/auth.md",
      text: "# The auth service\n\n## Access tokens, and `keys`\n\n```sh\n# no heading\n```\n",
    },
    { path: "docs/decisions/0004-safe-to-repeat.md", text: "# 4. Safe" },
    { path: "docs/pictures/desk.png", text: "" },
    { path: "web/src/ui/Button.tsx", text: "" },
    { path: "web/src/form/Field.tsx", text: "" },
  ];
  const brokenIn = (path: string, text: string) =>
    findBrokenCitations({ files: [...project, { path, text }], commands: new Set(["check"]) });

  it.each([
    ["a file that is not there", "web/src/a.ts", "// See web/src/ui/Link.tsx.", "web/src/ui/Link.tsx"],
    ["a folder that is not there", "web/src/a.ts", "/** Like web/src/{ui,table}. */", "web/src/table"],
    ["a file's name", "web/src/a.ts", "/**\n * As in Link.tsx.\n */", "Link.tsx"],
    ["a path below some folder", "web/src/a.ts", "// ui/Link.tsx does it", "ui/Link.tsx"],
    ["a heading in a comment", "web/src/a.ts", "// docs/auth.md#refresh", "docs/auth.md#refresh"],
    ["a decision's file", "web/src/a.sql", "-- docs/decisions/0009-gone.md", "docs/decisions/0009-gone.md"],
    ["a decision's number", "web/src/a.ts", "// Decision 9 says why.", "Decision 9"],
    ["a section of a private text", "web/src/a.ts", "/** Section 9 of the rules. */", "Section 9"],
    ["the contract", "web/src/a.ts", "/** As the contract says. */", "the contract"],
    ["the specification", "README.md", "What the specification says.", "the specification"],
    ["a comment in a setting file", "deploy/a.yml", "port: 1 # docs/ports.md", "docs/ports.md"],
    ["a linked file", "docs/a.md", "[x](mail.md)", "mail.md"],
    ["a linked heading", "docs/a.md", "[x](auth.md#tokens)", "auth.md#tokens"],
    ["a heading within code", "docs/a.md", "[x](auth.md#no-heading)", "auth.md#no-heading"],
    ["a heading of its own", "docs/a.md", "[x](#tokens)", "#tokens"],
    ["a picture", "README.md", '<img src="docs/pictures/phone.png">', "docs/pictures/phone.png"],
    ["a command", "README.md", "`npm run chekc`", "npm run chekc"],
  ])("refuse %s", (_, path, text, cited) => {
    expect(brokenIn(path, text)).toEqual([`${path} cites ${cited}`]);
  });

  it.each([
    ["web/src/a.ts", "// web/src/{ui,form}, Button.tsx, docs/auth.md#access-tokens-and-keys, decision 4"],
    [
      "web/src/a.ts",
      "/** RFC 6749, section 5.2; server/dist/main.js is built; https://x.example/docs/no.md */",
    ],
    ["web/src/a.ts", 'const shown = "docs/none.md, section 9";'],
    [
      "README.md",
      '[a](docs/auth.md) <img src="docs/pictures/desk.png"> [b](https://x.example/y.md) `npm run check`',
    ],
    ["docs/a.md", "[x](auth.md#access-tokens-and-keys), [4](decisions/0004-safe-to-repeat.md)"],
  ])("let through what is there, in %s: %s", (path, text) => {
    expect(brokenIn(path, text)).toEqual([]);
  });
});
