import { posix } from "node:path";
import type { SourceFile } from "./tree.ts";

/** The project as citations see it: all its files, and the commands of `npm run`. */
type Project = { files: readonly SourceFile[]; commands: ReadonlySet<string> };

/** Texts with sections of their own that anybody can look up. */
const publicStandard = /\bRFC \d+|OpenID Connect|\bDiscovery 1\.0|\bHTML standard|\bEIP-\d+|\bITU-T|\bWCAG/;
/** Texts that only their authors have. */
const privateText = /\b[Tt]he (?:contract|specification)\b/g;
/** Paths that exist only after a build or a start, the name that decision 1 bans, and a protocol beside the room `http`. */
const notStored = /^http\/\d|(?:^|\/)(?:dist|node_modules|results|data)(?:\/|$)|(?:^|\/)types\.ts$/;
const fileName = /[\w.-]+\.(?:tsx?|mjs|sql|md|ya?ml|css)\b/.source;

/**
 * Every citation, in a document or a comment, of something that is not there, one line each: a file, a heading, a
 * decision, a section of a text that is no public standard, a command of `npm run`.
 */
export function findBrokenCitations({ files, commands }: Project): string[] {
  const index = indexOf(files);
  return files.flatMap((file) => {
    const prose = proseOf(file);
    const broken = [
      ...brokenPaths(file, prose, index),
      ...brokenNumbers(prose, index),
      ...(file.path.endsWith(".md") ? brokenLinks(file, index) : []),
      ...[...prose.matchAll(/\bnpm run ([a-z][\w:-]*)/g)].flatMap(([cited, command = ""]) =>
        commands.has(command) ? [] : [cited],
      ),
    ];
    return [...new Set(broken)].map((cited) => `${file.path} cites ${cited}`);
  });
}

type Index = {
  paths: Set<string>;
  names: Set<string>;
  roots: Set<string>;
  headings: Map<string, Set<string>>;
};

function indexOf(files: readonly SourceFile[]): Index {
  const paths = new Set<string>();
  for (const { path } of files) {
    const parts = path.split("/");
    for (let length = 1; length <= parts.length; length++) paths.add(parts.slice(0, length).join("/"));
  }
  const folders = files.filter(({ path }) => path.includes("/")).map(({ path }) => path.split("/")[0] ?? "");
  return {
    paths,
    names: new Set(files.map(({ path }) => posix.basename(path))),
    roots: new Set(folders),
    headings: new Map(files.map(({ path, text }) => [path, headingsOf(text)])),
  };
}

/** The anchors of a document's headings, as GitHub makes them. */
function headingsOf(text: string): Set<string> {
  const titles = [...withoutCode(text).matchAll(/^#{1,6} +(.+)$/gm)].map(([, title = ""]) => title);
  return new Set(
    titles.map((title) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );
}

const withoutCode = (markdown: string) => markdown.replace(/^ *```[\s\S]*?^ *```/gm, "");

/** What a file says in sentences: a document itself, and the comments of anything else, without their signs. */
function proseOf({ path, text }: SourceFile): string {
  if (path.endsWith(".md")) return text;
  const comments = /\.(?:tsx?|mjs|css)$/.test(path)
    ? text.matchAll(/(?<=^|[\s({])(?:\/\*+(?=\s)[\s\S]*?\*\/|\/\/.*$)/gm)
    : text.matchAll(path.endsWith(".sql") ? /(?<=^|\s)--.*$/gm : /(?<=^|\s)#.*$/gm);
  return [...comments].map(([comment]) => comment.replace(/^\s*(?:\/\*+|\*\/?|\/\/|--|#)/gm, "")).join("\n");
}

function brokenPaths(
  { path }: SourceFile,
  prose: string,
  { paths, names, roots, headings }: Index,
): string[] {
  const broken: string[] = [];
  // A path from the project's root, `web/src/{ui,form}` for several; or a file's name alone, wherever it is.
  const cited = new RegExp(
    `(?<![\\w./@-])(?:[\\w.-]+(?:/(?:[\\w.*:-]|\\{[\\w,.-]+\\})+)+|${fileName})(#[\\w-]+)?`,
    "g",
  );
  for (const [whole, anchor] of prose.replace(/\]\([^)]*\)|https?:\S+/g, "]").matchAll(cited)) {
    const target = whole.replace(anchor ?? "", "").replace(/[./]+$/, "");
    if (notStored.test(target) || target.includes("*")) continue;
    if (!target.includes("/")) {
      if (!names.has(target) && !paths.has(target)) broken.push(target);
      continue;
    }
    const isRooted = roots.has(target.split("/")[0] ?? "");
    if (!isRooted && !new RegExp(`${fileName}$`).test(target)) continue;
    for (const one of withChoices(target)) {
      const found = isRooted ? paths.has(one) : [...paths].some((known) => known.endsWith(`/${one}`));
      if (!found && !paths.has(posix.join(posix.dirname(path), one))) broken.push(one);
      else if (anchor && headings.has(one) && !headings.get(one)?.has(anchor.slice(1))) broken.push(whole);
    }
  }
  return broken;
}

/** `a/{b,c}/d` as `a/b/d` and `a/c/d`. */
function withChoices(path: string): string[] {
  const [whole, choices = ""] = /\{([^}]*)\}/.exec(path) ?? [];
  if (whole === undefined) return [path];
  return choices.split(",").flatMap((choice) => withChoices(path.replace(whole, choice)));
}

function brokenNumbers(prose: string, { paths }: Index): string[] {
  const decisions = [...prose.matchAll(/\b[Dd]ecision (\d+)\b/g)].flatMap(([cited, number = ""]) => {
    const start = `docs/decisions/${number.padStart(4, "0")}-`;
    return [...paths].some((path) => path.startsWith(start)) ? [] : [cited];
  });
  const paragraphs = prose.split(/\n\s*\n/);
  const sections = paragraphs.flatMap((paragraph) =>
    publicStandard.test(paragraph)
      ? []
      : [...paragraph.matchAll(/\b[Ss]ections? \d+(?:\.\d+)*/g)].map(([cited]) => cited),
  );
  const texts = [...prose.matchAll(privateText)].map(([cited]) => cited);
  return [...decisions, ...sections, ...texts];
}

function brokenLinks({ path, text }: SourceFile, { paths, headings }: Index): string[] {
  const links = [
    ...withoutCode(text).matchAll(/\]\(([^)\s#:]*)(?:#([^)\s]*))?\)/g),
    ...withoutCode(text).matchAll(/ src="([^"]+)"/g),
  ];
  return links.flatMap(([, target = "", anchor]) => {
    const found = target === "" ? path : posix.join(posix.dirname(path), target);
    if (!paths.has(found)) return [target];
    return anchor === undefined || headings.get(found)?.has(anchor) ? [] : [`${target}#${anchor}`];
  });
}
