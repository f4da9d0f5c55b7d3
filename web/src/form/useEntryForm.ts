import { zodResolver } from "@hookform/resolvers/zod";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from "react-hook-form";
import type { z } from "zod";
import { newId } from "../api/new-id.ts";
import { sessionState } from "../api/session.ts";
import { readDraft, writeDraft } from "../api/unsaved-work.ts";

type Options<Input extends FieldValues, Output> = {
  /** The input's schema from `@rounds/domain`: the very one that the route checks. */
  schema: z.ZodType<Output, Input>;
  defaultValues: DefaultValues<Input>;
  /** Names what is typed here, so that it is still there after a reload: the screen's path is a good name. */
  draftKey: string;
  /** The version of the row that is edited; left out when a row is added. */
  version?: number;
};

/** What is typed, with what it takes to save it safely. */
export type EntryForm<Input extends FieldValues, Output> = {
  form: UseFormReturn<Input, unknown, Output>;
  /** The new row's id, the same for every try to save, also after a reload. */
  id: string;
  /** The version that was edited: what the person saw first, not what the server has meanwhile. */
  version: number;
  /** Whether the form began with what was typed before a reload. */
  restored: boolean;
  /** Drops what was typed, and begins anew. */
  startOver: () => void;
  /** Forgets the draft, once it is saved. */
  saved: () => void;
  /** After somebody else's change was seen: goes on from that version; `values` replace what was typed, if given. */
  rebase: (version: number, values?: Input) => void;
};

type Draft = { id: string; version: number; values: FieldValues };

function parseDraft(content: string | null): Draft | null {
  if (content === null) return null;
  try {
    const draft = JSON.parse(content) as Partial<Draft> | null;
    if (typeof draft?.id !== "string" || typeof draft.version !== "number") return null;
    return typeof draft.values === "object" && draft.values !== null ? (draft as Draft) : null;
  } catch {
    return null;
  }
}

/**
 * A form that loses nothing: what is typed is kept in this tab until it is saved, through a reload, an ended
 * session and a lost connection. The person's id is part of its name, so nobody sees another's.
 */
export function useEntryForm<Input extends FieldValues, Output>({
  schema,
  defaultValues,
  draftKey,
  version = 0,
}: Options<Input, Output>): EntryForm<Input, Output> {
  const [key] = useState(() => `${sessionState().user?.id ?? ""}:${draftKey}`);
  const [draft, setDraft] = useState(() => parseDraft(readDraft(key)));
  const [started, setStarted] = useState(() => ({
    id: draft?.id ?? newId(),
    version: draft?.version ?? version,
  }));
  const form = useForm<Input, unknown, Output>({ resolver: zodResolver(schema), defaultValues });
  const keeping = useRef(true);

  // Before the first paint, and over the defaults, so that the form knows what is typed from what was there.
  useLayoutEffect(() => {
    if (draft) form.reset(draft.values as Input, { keepDefaultValues: true });
  }, [draft, form]);

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          if (keeping.current) writeDraft(key, JSON.stringify({ ...started, values } satisfies Draft));
        },
      }),
    [form, key, started],
  );

  const { isDirty } = form.formState;
  useEffect(() => {
    if (!isDirty) writeDraft(key, null);
  }, [isDirty, key]);

  const startOver = useCallback(() => {
    writeDraft(key, null);
    setDraft(null);
    setStarted({ id: newId(), version });
    form.reset();
  }, [form, key, version]);

  const saved = useCallback(() => {
    keeping.current = false;
    writeDraft(key, null);
  }, [key]);

  const rebase = useCallback(
    (current: number, values?: Input) => {
      const next = { id: started.id, version: current };
      setStarted(next);
      if (values) {
        writeDraft(key, null);
        form.reset(values);
      } else {
        writeDraft(key, JSON.stringify({ ...next, values: form.getValues() } satisfies Draft));
      }
    },
    [form, key, started.id],
  );

  return { form, ...started, restored: draft !== null, startOver, saved, rebase };
}
