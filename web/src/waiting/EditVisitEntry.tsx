import { capitalized } from "@rounds/domain/text/capitalized.ts";
import { longestNotes } from "@rounds/domain/visits/notes.ts";
import { missingYearOf, visitStatuses } from "@rounds/domain/visits/statuses.ts";
import { maxItems, type VisitInput, visitInput } from "@rounds/domain/visits/visit.ts";
import { visitDoubts } from "@rounds/domain/visits/visit-doubts.ts";
import { Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { Controller, type UseFormReturn, useFieldArray, useWatch } from "react-hook-form";
import type { z } from "zod";
import { today } from "../api/clock.ts";
import { type ChosenDoctor, chosenDoctor, DoctorPicker } from "../doctors/DoctorPicker.tsx";
import { FormDialog } from "../form/FormDialog.tsx";
import { DateField } from "../form/field/DateField.tsx";
import { NumberField } from "../form/field/NumberField.tsx";
import { SelectField } from "../form/field/SelectField.tsx";
import { TextArea } from "../form/field/TextArea.tsx";
import { TextField } from "../form/field/TextField.tsx";
import type { Rows } from "../phone/phone-state.ts";
import { useRowFocus } from "../table/rows/useRowFocus.ts";
import { IconButton } from "../ui/control/IconButton.tsx";
import { asQuantity, tooManyItems, typedSale } from "../visits/form/visit-form.ts";
import { useCancelledItems } from "../visits/items/CancelledItemsDialog.tsx";
import { linesOf } from "./lines.ts";
import { type EditProps, RefusedFields } from "./RefusedFields.tsx";

const refusedVisit = visitInput.extend({ items: typedSale.array().max(maxItems, tooManyItems) });

type Values = z.input<typeof refusedVisit>;
type Form = UseFormReturn<Values, unknown, VisitInput>;

const statuses = visitStatuses.map((value) => ({ value, label: capitalized(value) }));

/** The form of a refused visit, with what was entered, at the field that was refused. */
export function EditVisitEntry({ entry, rows, onSave, onClose }: EditProps) {
  const { doctor_id = "", visit_date = "", status: given, notes } = entry.body ?? {};
  const status = visitStatuses.find((one) => one === given) ?? "completed";
  return (
    <FormDialog
      title={entry.op === "create" ? "New visit" : "Edit Visit"}
      schema={refusedVisit}
      defaultValues={{
        doctor_id: String(doctor_id),
        visit_date: String(visit_date),
        status,
        notes: typeof notes === "string" ? notes : "",
        items: linesOf(entry).map((line) => ({ ...line })),
      }}
      doubts={(values) =>
        visitDoubts(
          values,
          { visit_date: String(visit_date), status, items: linesOf(entry) },
          // No item comes later here: those that are kept were asked about.
          {
            today: today(),
            products: [...rows.products.values()],
            kept: values.items.map(({ id }) => id),
          },
        )
      }
      onSave={onSave}
      onSaved={onClose}
      onClose={onClose}
      errorText="Error saving visit. Please try again."
    >
      {(form) => (
        <>
          <RefusedFields form={form} error={entry.error} />
          <Fields form={form} rows={rows} />
        </>
      )}
    </FormDialog>
  );
}

function Fields({ form, rows }: { form: Form; rows: Rows }) {
  const { control, register, formState, getValues } = form;
  const { errors } = formState;
  const status = useWatch({ control, name: "status" });
  const stored = rows.doctors.get(getValues("doctor_id"));
  const [doctor, setDoctor] = useState<ChosenDoctor | null>(stored ? chosenDoctor(stored) : null);
  const { fields, remove } = useFieldArray({ control, name: "items", keyName: "key" });
  const lines = useRef<HTMLDivElement>(null);
  useRowFocus(lines, () => form.setFocus("status"));
  const cancelledItems = useCancelledItems(fields.length, remove);
  return (
    <>
      <Controller
        control={control}
        name="doctor_id"
        render={({ field }) => (
          <DoctorPicker
            required
            value={doctor}
            ref={field.ref}
            error={errors.doctor_id?.message}
            onBlur={field.onBlur}
            onChange={(chosen) => {
              setDoctor(chosen);
              field.onChange(chosen?.id ?? "");
            }}
          />
        )}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Controller
          control={control}
          name="visit_date"
          render={({ field }) => (
            <DateField
              label="Visit Date"
              required
              name={field.name}
              ref={field.ref}
              value={field.value}
              missingYear={missingYearOf(status)}
              onDay={field.onChange}
              onBlur={field.onBlur}
              error={errors.visit_date?.message}
            />
          )}
        />
        <SelectField
          label="Status"
          options={statuses}
          {...register("status", { onChange: (event) => cancelledItems.ask(event.target.value) })}
          error={errors.status?.message}
        />
      </div>
      <TextArea
        label="Notes"
        rows={3}
        limit={longestNotes}
        {...register("notes")}
        error={errors.notes?.message}
      />
      {cancelledItems.question}
      <div ref={lines} className="contents">
        {fields.map(({ key, product_id }, at) => {
          const name = rows.products.get(product_id)?.name ?? "A product that was deleted";
          const problems = errors.items?.[at];
          return (
            <fieldset key={key} data-row className="min-w-0">
              <legend className="mb-1 font-medium wrap-anywhere">{name}</legend>
              <div className="grid grid-cols-[1fr_1fr_auto] items-start gap-2">
                <NumberField
                  label="Quantity"
                  whole
                  min={1}
                  {...register(`items.${at}.quantity`, asQuantity)}
                  error={problems?.quantity?.message}
                />
                <TextField
                  label="Unit Price"
                  inputMode="decimal"
                  {...register(`items.${at}.unit_price`)}
                  error={problems?.unit_price?.message}
                />
                <span className="pt-6">
                  <IconButton icon={Trash2} label={`Remove ${name}`} onClick={() => remove(at)} />
                </span>
              </div>
            </fieldset>
          );
        })}
      </div>
    </>
  );
}
