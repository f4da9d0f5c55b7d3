import { type Day, formatDay } from "@rounds/domain/calendar/calendar.ts";
import type { Rupees } from "@rounds/domain/money/money.ts";
import type { ProductChoice } from "@rounds/domain/products/product-list.ts";
import { visitDoubts } from "@rounds/domain/visits/visit-doubts.ts";
import type { ReactNode } from "react";
import { type FieldErrors, useWatch } from "react-hook-form";
import { type ApiError, asApiError } from "../../api/api-error.ts";
import { today, useToday } from "../../api/clock.ts";
import { queryClient } from "../../api/query-client.ts";
import type { Meanwhile } from "../../form/conflict/useConflict.tsx";
import { FormPage } from "../../form/FormPage.tsx";
import type { EntryForm } from "../../form/useEntryForm.ts";
import type { Target } from "../../paths.ts";
import { Button } from "../../ui/control/Button.tsx";
import { NoticeBanner } from "../../ui/message/NoticeBanner.tsx";
import { readStockAgain, visitQueries } from "../queries.ts";
import { draftWords } from "./draft-words.ts";
import { fillInItem, type VisitFormApi, type VisitFormInput, type VisitFormValues } from "./visit-form.ts";

/** What a screen says that saves a visit, whatever its fields look like. */
export type VisitSaving<Saved> = {
  title: string;
  back: Target;
  backLabel: string;
  toOrigin?: boolean;
  entry: EntryForm<VisitFormInput, VisitFormValues>;
  onSave: (values: VisitFormValues) => Promise<Saved>;
  onSaved: (saved: Saved, wasLeft?: boolean) => void;
  onSent?: (values: VisitFormValues) => (problem: ApiError) => void;
  /** The day that the form proposed for the visit, as today's. */
  begun?: Day | undefined;
  /** Why the person may not save. */
  refusal?: string | undefined;
  /** For an edit: what happened to the visit while it is being edited. */
  meanwhile?: Meanwhile;
  errorText: string;
  savedTarget: Target;
  submitLabel: string;
  busyLabel: string;
};

type Props<Saved> = VisitSaving<Saved> & {
  /** The products as far as they are known, to notice unlikely prices. */
  products: readonly Pick<ProductChoice, "id" | "name" | "price">[];
  /** What the doctor paid last, where the form proposes it before all last prices are read. */
  paid?: readonly { product_id: string; unit_price: Rupees }[];
  wide?: boolean;
  beforeSave?: () => void;
  /** What prevents an item that is being entered from being saved. */
  itemProblem?: () => string | null;
  children: ReactNode;
};

/** A screen that saves a visit: the full form, and the quick one. */
export function VisitFormPage<Saved>({
  onSave,
  errorText,
  products,
  paid,
  itemProblem = () => null,
  begun,
  children,
  ...page
}: Props<Saved>) {
  const { form, restoredValues } = page.entry;
  const save = async (values: VisitFormValues) => {
    // Stored with the draft before the request: a reload must know that an answer may have been missed.
    form.setValue("sent", true);
    try {
      return await onSave(values);
    } catch (thrown) {
      const error = asApiError(thrown);
      if (!error.retryable && !values.sent) form.setValue("sent", false);
      if (error.code === "insufficient_stock") readStockAgain();
      throw error;
    }
  };
  return (
    <FormPage
      {...page}
      onSave={save}
      restoredContents={restoredValues ? draftWords(restoredValues) : undefined}
      errorText={(error) => (error.code === "insufficient_stock" ? error.message : errorText)}
      doubts={(values) => {
        // What a new form proposed is nothing that was so before: the device's day may have been wrong then.
        const before = page.entry.version === 0 ? {} : (form.formState.defaultValues ?? {});
        return visitDoubts(values, before, {
          today: today(),
          products,
          kept: values.kept,
          last: queryClient.getQueryData(visitQueries.lastPrices(values.doctor_id).queryKey) ?? paid,
        });
      }}
      invalidText={(errors) => invalidText(errors, itemProblem())}
    >
      {begun && <DayChangedNotice form={form} begun={begun} />}
      {children}
    </FormPage>
  );
}

/** The toast if the form can't be sent as it is. */
function invalidText(
  { doctor_id, visit_date, notes, items }: FieldErrors<VisitFormInput>,
  itemProblem: string | null,
): string {
  const first = (doctor_id ?? visit_date ?? notes)?.message ?? items?.root?.message ?? items?.message;
  return first ?? (items ? fillInItem : (itemProblem ?? fillInItem));
}

type DayChangedProps = {
  form: VisitFormApi;
  /** Today when the form was filled in: the day that it proposed for the visit. */
  begun: Day;
};

/** Says that the day has changed since the form proposed it: it was left open over midnight, or continued later. */
function DayChangedNotice({ form, begun }: DayChangedProps) {
  const today = useToday();
  const visit_date = useWatch({ control: form.control, name: "visit_date" });
  if (today === begun || visit_date !== begun) return null;
  const change = () => form.setValue("visit_date", today, { shouldDirty: true, shouldValidate: true });
  return (
    <NoticeBanner
      kind="warning"
      action={
        <Button size="small" onClick={change}>
          Date it today
        </Button>
      }
    >
      The day has changed: today is {formatDay(today)}. This visit is dated {formatDay(begun)}.
    </NoticeBanner>
  );
}
