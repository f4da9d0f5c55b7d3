import { zodResolver } from "@hookform/resolvers/zod";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from "react-hook-form";
import type { z } from "zod";
import { useDraft } from "./useDraft.ts";

type Options<Input extends FieldValues, Output> = {
  /** The input's schema from `@rounds/domain`: the very one that the route checks. */
  schema: z.ZodType<Output, Input>;
  defaultValues: Input;
  /** Names what is typed here, so that it is still there after a reload: the screen's path is a good name. */
  draftKey: string;
  /** The version of the row that is edited; left out when a row is added. */
  version?: number;
};

/** What was typed into this form another time and not saved. */
export type DraftOffer = {
  /** When it was typed last, in milliseconds since 1970. */
  at: number;
  /** Whether it was sent without an answer, so that it may be saved already. */
  isUnanswered: boolean;
  onContinue: () => void;
  onDiscard: () => void;
};

/** What is typed, with what it takes to save it safely. */
export type EntryForm<Input extends FieldValues, Output> = {
  form: UseFormReturn<Input, unknown, Output>;
  /** The form on the page, to be submitted as by its button. */
  element: RefObject<HTMLFormElement | null>;
  /** The new row's id, the same for every try to save, also after a reload. */
  id: string;
  /** The version that was edited: what the person saw first, not what the server has meanwhile. */
  version: number;
  /** The form's values of that version. */
  base: Input;
  /** Whether the form began with what was typed before a reload. */
  restored: boolean;
  offer: DraftOffer | null;
  /** False when what is typed would be lost with the page: this device can't keep it. */
  isKept: boolean;
  /** Drops what was typed, and begins anew. */
  startOver: () => void;
  /** Keeps what is typed under a new id: the old one was used for something else. */
  renew: () => void;
  /** Forgets the draft, once it is saved or given up. */
  saved: () => void;
  /** After somebody else's change was seen: goes on from that version, whose values are `base`, with `values`. */
  rebase: (version: number, base: Input, values: Input) => void;
};

/** What is kept of a form. `base` is what it began with: an edit is merged with what was saved since. */
type Typed<Input> = { version: number; base: Input; values: Input };

function parseTyped<Input>(content: unknown): Typed<Input> | null {
  const { version, base, values } = (content ?? {}) as Partial<Typed<unknown>>;
  const isWhole = [base, values].every((part) => typeof part === "object" && part !== null);
  return typeof version === "number" && isWhole ? (content as Typed<Input>) : null;
}

/**
 * A form that loses nothing: what is typed is kept on this device until it is saved, through a reload, a closed tab, an
 * ended session and a lost connection. The person's id is part of its name, so nobody sees another's.
 */
export function useEntryForm<Input extends FieldValues, Output>({
  schema,
  defaultValues,
  draftKey,
  version = 0,
}: Options<Input, Output>): EntryForm<Input, Output> {
  const draft = useDraft(draftKey);
  const { slot, keep, forget, take, discard, begin } = draft;
  const [restored, setRestored] = useState(() => parseTyped<Input>(draft.restored));
  const [started, setStarted] = useState(() => restored ?? { version, base: defaultValues });
  const form = useForm<Input, unknown, Output>({
    resolver: zodResolver(schema),
    defaultValues: started.base as DefaultValues<Input>,
  });
  const element = useRef<HTMLFormElement>(null);
  const keeping = useRef(true);

  /** Shows values in a form that begins with `base`, so that the form knows what is typed from what was there. */
  const fill = useCallback(
    ({ version, base, values }: Typed<Input>) => {
      keeping.current = false;
      setStarted({ version, base });
      form.reset(base);
      form.reset(values, { keepDefaultValues: true });
      keeping.current = true;
    },
    [form],
  );

  // Before the first paint.
  useLayoutEffect(() => {
    if (restored) fill(restored);
  }, [restored, fill]);

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          if (keeping.current) keep({ version: started.version, base: started.base, values });
        },
      }),
    [form, keep, started],
  );

  const { isDirty } = form.formState;
  const wasDirty = useRef(false);
  useEffect(() => {
    if (wasDirty.current && !isDirty) forget();
    wasDirty.current = isDirty;
  }, [isDirty, forget]);

  const startOver = useCallback(() => {
    begin();
    setRestored(null);
    fill({ version, base: defaultValues, values: defaultValues });
  }, [begin, fill, version, defaultValues]);

  const renew = useCallback(() => {
    begin();
    keep({ ...started, values: form.getValues() });
  }, [begin, keep, started, form]);

  const saved = useCallback(() => {
    keeping.current = false;
    forget();
  }, [forget]);

  const rebase = useCallback(
    (version: number, base: Input, values: Input) => {
      fill({ version, base, values });
      keep({ version, base, values });
    },
    [fill, keep],
  );

  const waiting = draft.offers.find(({ content }) => parseTyped(content) !== null);
  const typed = parseTyped<Input>(waiting?.content);
  const offer = waiting &&
    typed && {
      at: waiting.at,
      isUnanswered: typed.values.sent === true,
      onContinue: () => {
        take(waiting, isDirty ? { ...started, values: form.getValues() } : null);
        fill(typed);
      },
      onDiscard: () => discard(waiting),
    };

  return {
    form,
    element,
    id: slot,
    ...started,
    restored: restored !== null,
    offer: offer ?? null,
    isKept: draft.isKept,
    startOver,
    renew,
    saved,
    rebase,
  };
}
