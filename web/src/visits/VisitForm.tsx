import { visitStatuses } from "@rounds/domain/visits/visit.ts";
import { useRef, useState } from "react";
import { type FieldErrors, useController, useWatch } from "react-hook-form";
import { asApiError } from "../api/api-error.ts";
import { DateField } from "../form/DateField.tsx";
import { FormPage } from "../form/FormPage.tsx";
import { SelectField } from "../form/SelectField.tsx";
import { TextArea } from "../form/TextArea.tsx";
import type { Meanwhile } from "../form/useConflict.tsx";
import type { EntryForm } from "../form/useEntryForm.ts";
import type { Target } from "../paths.ts";
import { Card } from "../ui/Card.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { DoctorPicker } from "./DoctorPicker.tsx";
import type { Line } from "./line-stock.ts";
import type { NewItemHandle } from "./NewItemFields.tsx";
import { readStockAgain } from "./queries.ts";
import { SaleItemsCard } from "./SaleItemsCard.tsx";
import { fillInItem, type VisitFormApi, type VisitFormInput, type VisitFormValues } from "./visit-form.ts";

type Props<Saved> = {
  title: string;
  back: Target;
  backLabel: string;
  toOrigin?: boolean;
  entry: EntryForm<VisitFormInput, VisitFormValues>;
  /** Whether the form records a new visit. */
  isNew: boolean;
  /** The lines that the visit holds now. */
  stored?: readonly Line[];
  onSave: (values: VisitFormValues) => Promise<Saved>;
  onSaved: (saved: Saved) => void;
  /** Of an edit: what became of the visit while it is edited. */
  meanwhile?: Meanwhile;
  errorText: string;
  savedTarget: Target;
  submitLabel: string;
  busyLabel: string;
};

/** The one form for recording and for editing a visit. */
export function VisitForm<Saved>({ entry, isNew, stored = [], onSave, errorText, ...page }: Props<Saved>) {
  const { form } = entry;
  const newItem = useRef<NewItemHandle>(null);
  /** What keeps an item that is filled in from being saved with the visit. */
  const itemProblem = useRef<string | null>(null);

  const save = async (values: VisitFormValues) => {
    // Kept with the draft before anything goes out: a reload must know that an answer may have been missed.
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
      wide
      entry={entry}
      onSave={save}
      errorText={(error) => (error.code === "insufficient_stock" ? error.message : errorText)}
      beforeSave={() => {
        itemProblem.current = newItem.current?.addFilled() ?? null;
      }}
      invalidText={(errors) => invalidText(errors, itemProblem.current)}
    >
      <VisitDetailsCard form={form} />
      <SaleItemsCard form={form} isNew={isNew} stored={stored} newItem={newItem} />
    </FormPage>
  );
}

/** What the toast says when the form can't be sent as it is. */
function invalidText(
  { doctor_id, visit_date, notes, items }: FieldErrors<VisitFormInput>,
  itemProblem: string | null,
): string {
  const first = (doctor_id ?? visit_date ?? notes)?.message ?? items?.root?.message ?? items?.message;
  return first ?? (items ? fillInItem : (itemProblem ?? fillInItem));
}

const statuses = visitStatuses.map((status) => ({
  value: status,
  label: status.charAt(0).toUpperCase() + status.slice(1),
}));

function VisitDetailsCard({ form }: { form: VisitFormApi }) {
  const { register, formState, control } = form;
  const [asksAboutItems, setAsksAboutItems] = useState(false);
  const doctor = useWatch({ control, name: "doctor" });
  const { field } = useController({ control, name: "doctor_id" });
  const { errors } = formState;
  const count = asksAboutItems ? form.getValues("items").length : 0;
  return (
    <Card title="Visit Details">
      <div className="grid gap-4 sm:grid-cols-2">
        <div className="sm:col-span-2">
          <DoctorPicker
            required
            value={doctor}
            onChange={(chosen) => {
              form.setValue("doctor", chosen, { shouldDirty: true });
              field.onChange(chosen?.id ?? "");
            }}
            onTaken={() => form.setFocus("new_item.product_id")}
            onBlur={field.onBlur}
            ref={field.ref}
            error={errors.doctor_id?.message}
          />
        </div>
        <DateField
          label="Visit Date"
          required
          {...register("visit_date")}
          error={errors.visit_date?.message}
        />
        <SelectField
          label="Status"
          options={statuses}
          {...register("status", {
            onChange: (event) => {
              const cancelled = event.target.value === "cancelled";
              setAsksAboutItems(cancelled && form.getValues("items").length > 0);
            },
          })}
          error={errors.status?.message}
        />
        <div className="sm:col-span-2">
          <TextArea label="Notes" rows={3} {...register("notes")} error={errors.notes?.message} />
        </div>
      </div>
      {asksAboutItems && (
        <ConfirmDialog
          title="Remove the items?"
          question={`This visit has ${count === 1 ? "1 sales item" : `${count} sales items`}. Should a cancelled visit keep ${count === 1 ? "it" : "them"}?`}
          details="Items that are kept count as sales and take stock, whatever the visit's status is."
          confirmLabel={count === 1 ? "Remove item" : "Remove items"}
          cancelLabel={count === 1 ? "Keep item" : "Keep items"}
          onConfirm={() => {
            form.setValue("items", [], { shouldDirty: true });
            form.clearErrors("items");
            setAsksAboutItems(false);
          }}
          onCancel={() => setAsksAboutItems(false)}
        />
      )}
    </Card>
  );
}
