import { withoutControls } from "@rounds/domain/text/control.ts";
import { holdsWords, searchWords } from "@rounds/domain/text/search-words.ts";
import type { LucideIcon } from "lucide-react";
import type { Target } from "../paths.ts";

/** Something to choose in the palette: a place to go to, or what else happens. */
export type PaletteItem = {
  /** The same for the same choice, whatever is typed. */
  id: string;
  group: string;
  label: string;
  /** Beside the label, such as what tells doctors of the same name apart. */
  detail?: string | undefined;
  /** What is said below that, so that it is not cut off. */
  more?: string | undefined;
  icon: LucideIcon;
  /** Other words that find it. */
  words?: string;
  /** Why the person may not choose it. */
  refusal?: string | undefined;
  /** The keys that do the same elsewhere. */
  keys?: readonly string[];
} & ({ target: Target } | { run: () => void });

/** What somebody types: whom or what they look for, and whether they said that it is about recording a visit. */
type PaletteQuery = { search: string; visit: boolean };

const visitWords =
  /^(?:(?:record|add|log|new)\s+(?:an?\s+)?)?visits?(?:\s+(?:for|to|with|of)(?=\s|$))?(?:\s+|$)/i;
const recordWord = /^record\s+/i;

/** "record visit for asha", "visit asha" and "record asha" all mean a visit to Asha. */
export function readQuery(typed: string): PaletteQuery {
  const text = withoutControls(typed).trim();
  const words = visitWords.exec(text)?.[0] ?? recordWord.exec(text)?.[0];
  return words === undefined
    ? { search: text, visit: false }
    : { search: text.slice(words.length), visit: true };
}

/** The screens and actions that hold every typed word; all of them if nothing is typed. */
export function matching(items: readonly PaletteItem[], typed: string): PaletteItem[] {
  const words = searchWords(typed);
  return items.filter(({ label, words: others = "" }) => holdsWords(`${label} ${others}`, words));
}

/** The items by group, in the order in which the groups first occur. */
export function byGroup(items: readonly PaletteItem[]): { group: string; members: PaletteItem[] }[] {
  const groups = new Map<string, PaletteItem[]>();
  for (const item of items) {
    const members = groups.get(item.group);
    if (members) members.push(item);
    else groups.set(item.group, [item]);
  }
  return [...groups].map(([group, members]) => ({ group, members }));
}

/** The item that Enter would choose: the one chosen by keys as long as it is there, otherwise the first. */
export function activeIndex(items: readonly PaletteItem[], id: string | null): number {
  const at = items.findIndex((item) => item.id === id);
  return at >= 0 ? at : items.length > 0 ? 0 : -1;
}
