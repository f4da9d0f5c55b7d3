import { zodResolver } from "@hookform/resolvers/zod";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from "react-hook-form";
import type { z } from "zod";
import type { ApiError } from "../api/api-error.ts";
import type { DraftPlace } from "./draft/drafts.ts";
import { useDraft } from "./draft/useDraft.ts";

type Options<Input extends FieldValues, Output> = {
  /** The input's schema from `@rounds/domain`, which the route uses too. */
  schema: z.ZodType<Output, Input>;
  defaultValues: Input;
  /** Names the input of this form, so that it survives a reload; the screen's path is a good name. */
  draftKey: string;
  /** The version of the edited row; left out for a new row. */
  version?: number;
  /** Which drafts this form can continue; left out for all of its name. */
  canContinue?: (values: Input) => boolean;
};

/** Input that was typed into this form earlier and not saved. */
export type DraftOffer = {
  /** When it was typed last, in milliseconds since 1970. */
  at: number;
  /** Whether it was sent without an answer, so that it may be saved already. */
  isUnanswered: boolean;
  onContinue: () => void;
  onDiscard: () => void;
};

/** The form's input, with what is needed to save it safely. */
export type EntryForm<Input extends FieldValues, Output> = {
  form: UseFormReturn<Input, unknown, Output>;
  /** The form element, to be submitted as by its button. */
  element: RefObject<HTMLFormElement | null>;
  /** The new row's id, the same for every attempt to save, also after a reload. */
  id: string;
  /** The version that was edited: what the person saw first, not the server's current one. */
  version: number;
  /** The form's values of that version. */
  base: Input;
  /** Whether the form started with input from before a reload. */
  restored: boolean;
  /** That input, as it was then. */
  restoredValues: Input | null;
  offer: DraftOffer | null;
  /** False if the input would be lost with the page: this device can't keep it. */
  isKept: boolean;
  /** Discards the input, and starts anew. */
  startOver: () => void;
  /** Keeps the input under a new id: the old one was used for something else. */
  renew: () => void;
  /** Removes the draft once it is saved or discarded. */
  saved: () => void;
  /**
   * Lets go of the input while it is being saved, so that the form can be left; undefined if this device does not keep
   * it. Tell it the answer.
   */
  send: () => { saved: () => void; refused: (error: ApiError) => void } | undefined;
  /**
   * Leaves the input on this device for another form, which drops it once it has taken it over: until then it can be
   * continued here.
   */
  leave: () => DraftPlace;
  /**
   * After the person saw somebody else's change: continues from that version, whose values are `base`, with `values`.
   */
  rebase: (version: number, base: Input, values: Input) => void;
};

/** The stored draft of a form. `base` is the values it started with: an edit is merged with what was saved since. */
type Typed<Input> = { version: number; base: Input; values: Input };

/** Whether what was kept is of this form. Its fields are the form's own: it was kept under the form's key. */
function isTyped<Input>(content: unknown): content is Typed<Input> {
  return (
    isObject(content) &&
    "version" in content &&
    typeof content.version === "number" &&
    "base" in content &&
    isObject(content.base) &&
    "values" in content &&
    isObject(content.values)
  );
}

function isObject(part: unknown): part is object {
  return typeof part === "object" && part !== null;
}

/**
 * A form that loses nothing: the input is kept on this device until it is saved, through a reload, a closed tab, an
 * ended session and a lost connection. The person's id is part of its name, so nobody sees another's.
 */
export function useEntryForm<Input extends FieldValues, Output>({
  schema,
  defaultValues,
  draftKey,
  version = 0,
  canContinue = () => true,
}: Options<Input, Output>): EntryForm<Input, Output> {
  const draft = useDraft(draftKey);
  const { slot, keep, forget, take, discard, begin } = draft;
  const [restored, setRestored] = useState(() => (isTyped<Input>(draft.restored) ? draft.restored : null));
  const [started, setStarted] = useState(() => restored ?? { version, base: defaultValues });
  const form = useForm<Input, unknown, Output>({
    resolver: zodResolver(schema),
    // The library can't see that all values are some of them while the form's type is open.
    defaultValues: started.base as DefaultValues<Input>,
  });
  const element = useRef<HTMLFormElement>(null);
  const keeping = useRef(true);

  /** Shows values in a form that starts with `base`, so that the form can tell new input from existing values. */
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

  const send = useCallback(() => {
    const sent = draft.send();
    if (!sent) return undefined;
    keeping.current = false;
    const refused = (error: ApiError) => sent.refused(error, { ...started, values: form.getValues() });
    return { saved: sent.saved, refused };
  }, [draft.send, started, form]);

  const leave = useCallback(() => {
    keeping.current = false;
    return draft.place();
  }, [draft.place]);

  const rebase = useCallback(
    (version: number, base: Input, values: Input) => {
      fill({ version, base, values });
      keep({ version, base, values });
    },
    [fill, keep],
  );

  const waiting = draft.offers.find(({ content }) => isTyped<Input>(content) && canContinue(content.values));
  const typed = isTyped<Input>(waiting?.content) ? waiting.content : null;
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
    restoredValues: restored?.values ?? null,
    offer: offer ?? null,
    isKept: draft.isKept,
    startOver,
    renew,
    saved,
    send,
    leave,
    rebase,
  };
}
