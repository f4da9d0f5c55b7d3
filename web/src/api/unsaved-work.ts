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

const prefix = "draft:";

/** What was typed into a form and not saved, as text; nothing when there is none or storage is forbidden. */
export function readDraft(key: string): string | null {
  try {
    return sessionStorage.getItem(prefix + key);
  } catch {
    return null;
  }
}

/** Keeps what was typed, for this tab only; `null` drops it. */
export function writeDraft(key: string, content: string | null): void {
  try {
    if (content === null) sessionStorage.removeItem(prefix + key);
    else sessionStorage.setItem(prefix + key, content);
  } catch {
    // Storage is forbidden or full: the form itself still holds what was typed.
  }
}

/** Drops every draft of this tab: nobody else who signs in here shall see them. */
export function dropDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(prefix)) sessionStorage.removeItem(key);
    }
  } catch {
    // Storage is forbidden: there is none.
  }
}
