const holders = new Set<{ isUnknown: boolean }>();

/**
 * Records that something typed on this page is not saved yet, or that nobody knows whether it is (`isUnknown`); call the returned
 * function once it is saved or discarded.
 */
export function holdUnsavedWork(isUnknown = false): () => void {
  const holder = { isUnknown };
  holders.add(holder);
  return () => {
    holders.delete(holder);
  };
}

/** Whether leaving the page now would lose something typed. */
export function hasUnsavedWork(): boolean {
  return holders.size > 0;
}

/** Whether some of it may be saved all the same: its answer was lost, or is still to come. */
export function mayBeSaved(): boolean {
  return [...holders].some(({ isUnknown }) => isUnknown);
}

/** The prefix of draft keys in both of the browser's storages; then follow the person's id and a colon, if any. */
export const draftPrefix = "draft:";

/** The unsaved text of this tab; nothing if there is none or storage is forbidden. */
export function readDraft(key: string): string | null {
  try {
    return sessionStorage.getItem(draftPrefix + key);
  } catch {
    return null;
  }
}

/** Keeps the unsaved text, for this tab only; `null` removes it. */
export function writeDraft(key: string, content: string | null): void {
  try {
    if (content === null) sessionStorage.removeItem(draftPrefix + key);
    else sessionStorage.setItem(draftPrefix + key, content);
  } catch {
    // Storage is forbidden or full: the form itself still has the text.
  }
}

/** Removes every draft on this device, so that nobody else who signs in sees them. */
export function dropDrafts(): void {
  removeDrafts(() => true);
}

/** Removes everybody else's drafts once a person has signed in. */
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
      // This storage is forbidden, so it is empty.
    }
  }
}
