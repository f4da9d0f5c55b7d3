import { now } from "../../api/clock.ts";
import { draftPrefix, readDraft, writeDraft } from "../../api/unsaved-work.ts";

/** The unsaved content of one form: when it was typed last (ms since 1970), and the values. */
export type Draft = { slot: string; at: number; content: unknown };

/** Drafts older than this are removed, in milliseconds. */
const maxAgeMs = 14 * 24 * 3_600_000;
/** The most drafts of one person on a device; the oldest are removed first. */
const maxDrafts = 30;
/** The most characters of one draft: many times a visit with 200 items. */
const maxLength = 200_000;

/*
 * `name` is the person's id, a colon and the form's name. Each opened form gets its own `slot`, so two tabs with the
 * same form keep two drafts.
 */
const keyOf = (name: string, slot: string) => `${draftPrefix}${name}:${slot}`;

/** Where a draft is kept. */
export type DraftPlace = { name: string; slot: string };

/** Keeps a draft. False if it can't be kept: storage is full or forbidden, or the text is too long. */
export function keepDraft(name: string, slot: string, content: unknown): boolean {
  const text = JSON.stringify({ at: now(), content });
  if (text.length > maxLength) return false;
  const key = keyOf(name, slot);
  try {
    if (localStorage.getItem(key) === null) makeRoom(name.slice(0, name.indexOf(":") + 1));
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** Removes a draft: it is saved, or no longer wanted. */
export function dropDraft(name: string, slot: string): void {
  try {
    localStorage.removeItem(keyOf(name, slot));
  } catch {
    // Storage is forbidden: there is none.
  }
}

/** The drafts of a form, newest first. */
export function draftsOf(name: string): Draft[] {
  const prefix = `${draftPrefix}${name}:`;
  return storedDrafts(prefix).flatMap(({ key, at, content }) => {
    const slot = key.slice(prefix.length);
    return now() - at > maxAgeMs || slot.includes(":") ? [] : [{ slot, at, content }];
  });
}

/** The slot that this tab uses for a form at an address, so that a reload continues with it. */
export function slotOfTab(name: string, search = location.search): string | null {
  return readDraft(name + search);
}

/** Remembers which slot this tab uses for a form; `null` forgets it. */
export function noteSlotOfTab(name: string, slot: string | null, search = location.search): void {
  writeDraft(name + search, slot);
}

/**
 * Makes room before another draft is kept: removes what is too old or too many. `owner` is the person's id with the
 * colon.
 */
function makeRoom(owner: string) {
  storedDrafts(draftPrefix + owner).forEach(({ key, at }, newer) => {
    if (newer >= maxDrafts - 1 || now() - at > maxAgeMs) localStorage.removeItem(key);
  });
}

/** The stored drafts under keys with that prefix, newest first; damaged ones are ignored. */
function storedDrafts(prefix: string): { key: string; at: number; content: unknown }[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(prefix))
      .flatMap((key) => {
        const draft = parse(localStorage.getItem(key));
        return draft ? [{ key, ...draft }] : [];
      })
      .sort((one, other) => other.at - one.at);
  } catch {
    return [];
  }
}

function parse(text: string | null): { at: number; content: unknown } | null {
  try {
    const draft: { at?: unknown; content?: unknown } | null = JSON.parse(text ?? "null");
    return typeof draft?.at === "number" ? { at: draft.at, content: draft.content } : null;
  } catch {
    return null;
  }
}
