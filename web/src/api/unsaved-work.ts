const holders = new Set<object>();

/** Notes that something typed on this page is not saved yet; call what it returns once it is saved or dropped. */
export function holdUnsavedWork(): () => void {
  const holder = {};
  holders.add(holder);
  return () => {
    holders.delete(holder);
  };
}

/** Whether leaving the page now would lose something typed. */
export function hasUnsavedWork(): boolean {
  return holders.size > 0;
}

/** What the keys of drafts begin with, in both of the browser's storages; then the person's id and a colon, if any. */
export const draftPrefix = "draft:";

/** What was typed in this tab and not saved, as text; nothing when there is none or storage is forbidden. */
export function readDraft(key: string): string | null {
  try {
    return sessionStorage.getItem(draftPrefix + key);
  } catch {
    return null;
  }
}

/** Keeps what was typed, for this tab only; `null` drops it. */
export function writeDraft(key: string, content: string | null): void {
  try {
    if (content === null) sessionStorage.removeItem(draftPrefix + key);
    else sessionStorage.setItem(draftPrefix + key, content);
  } catch {
    // Storage is forbidden or full: the form itself still holds what was typed.
  }
}

/** Drops every draft on this device: nobody else who signs in here shall see them. */
export function dropDrafts(): void {
  removeDrafts(() => true);
}

/** Drops the drafts of everybody else, once a person has signed in. */
export function keepOnlyDraftsOf(person: string): void {
  const owned = /^draft:[0-9a-f-]{36}:/;
  removeDrafts((key) => owned.test(key) && !key.startsWith(`${draftPrefix}${person}:`));
}

function removeDrafts(isUnwanted: (key: string) => boolean) {
  for (const storage of ["localStorage", "sessionStorage"] as const) {
    try {
      for (const key of Object.keys(window[storage])) {
        if (key.startsWith(draftPrefix) && isUnwanted(key)) window[storage].removeItem(key);
      }
    } catch {
      // This storage is forbidden: it holds none.
    }
  }
}
