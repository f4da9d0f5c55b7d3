import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { FieldErrors } from "react-hook-form";
import { asApiError } from "../api/api-error.ts";
import { today } from "../api/clock.ts";
import { chosenDoctor } from "../doctors/DoctorPicker.tsx";
import { FormPage } from "../form/FormPage.tsx";
import type { Meanwhile } from "../form/useConflict.tsx";
import type { EntryForm } from "../form/useEntryForm.ts";
import type { Target } from "../paths.ts";
import { productQueries } from "../products/queries.ts";
import { laterDialog } from "../ui/later-dialog.tsx";
import { toast } from "../ui/toast.ts";
import type { Line } from "./line-stock.ts";
import type { NewItemHandle } from "./NewItemFields.tsx";
import { readStockAgain } from "./queries.ts";
import { SaleItemsCard } from "./SaleItemsCard.tsx";
import { ScheduledNotice } from "./ScheduledNotice.tsx";
import { VisitDetailsCard } from "./VisitDetailsCard.tsx";
import { visitDoubts } from "./visit-doubts.ts";
import { fillInItem, leadTo, type VisitFormInput, type VisitFormValues } from "./visit-form.ts";

const NewDoctorDialog = laterDialog(
  () => import("../doctors/NewDoctorDialog.tsx").then((module) => module.NewDoctorDialog),
  (props) => props.onClose,
);
const NewProductDialog = laterDialog(
  () => import("../products/NewProductDialog.tsx").then((module) => module.NewProductDialog),
  (props) => props.onClose,
);

type Props<Saved> = {
  title: string;
  back: Target;
  backLabel: string;
  toOrigin?: boolean;
  entry: EntryForm<VisitFormInput, VisitFormValues>;
  /** Whether the form records a new visit. */
  isNew: boolean;
  /** The stored lines of the visit. */
  stored?: readonly Line[];
  onSave: (values: VisitFormValues) => Promise<Saved>;
  onSaved: (saved: Saved, wasLeft?: boolean) => void;
  onSent?: (values: VisitFormValues) => () => void;
  /** For an edit: what happened to the visit while it is being edited. */
  meanwhile?: Meanwhile;
  errorText: string;
  savedTarget: Target;
  submitLabel: string;
  busyLabel: string;
};

/** The one form for recording and editing a visit. */
export function VisitForm<Saved>({ entry, isNew, stored = [], onSave, errorText, ...page }: Props<Saved>) {
  const { form } = entry;
  const newItem = useRef<NewItemHandle>(null);
  const products = useQuery(productQueries.choices());
  /** What prevents the entered item from being saved with the visit. */
  const itemProblem = useRef<string | null>(null);

  /** The name of the new doctor at first; null while none is being added. */
  const [newDoctor, setNewDoctor] = useState<string | null>(null);
  const [newProduct, setNewProduct] = useState(false);
  /** Where the focus goes when a dialog closes, instead of where it was. */
  const [added, setAdded] = useState<"new_item.product_id" | "new_item.quantity" | null>(null);
  useEffect(() => {
    if (added === null) return;
    setAdded(null);
    leadTo(form, added);
  }, [added, form]);

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

  // Outside the page's form: forms can't be nested.
  const dialogs = (
    <>
      {newDoctor !== null && (
        <NewDoctorDialog
          name={newDoctor}
          onAdded={(doctor) => {
            toast.success("Doctor added successfully!");
            form.setValue("doctor", chosenDoctor(doctor), { shouldDirty: true });
            form.setValue("doctor_id", doctor.id, { shouldDirty: true, shouldValidate: true });
            setNewDoctor(null);
            setAdded("new_item.product_id");
          }}
          onClose={() => setNewDoctor(null)}
        />
      )}
      {newProduct && (
        <NewProductDialog
          onAdded={(product) => {
            toast.success("Product added successfully!");
            newItem.current?.choose(product);
            setNewProduct(false);
            setAdded("new_item.quantity");
          }}
          onClose={() => setNewProduct(false)}
        />
      )}
    </>
  );

  return (
    <>
      <FormPage
        {...page}
        wide
        entry={entry}
        onSave={save}
        errorText={(error) => (error.code === "insufficient_stock" ? error.message : errorText)}
        beforeSave={() => {
          itemProblem.current = newItem.current?.addFilled() ?? null;
        }}
        doubts={(values) =>
          visitDoubts(values, form.formState.defaultValues ?? {}, {
            today: today(),
            products: products.data ?? [],
          })
        }
        invalidText={(errors) => invalidText(errors, itemProblem.current)}
      >
        <VisitDetailsCard form={form} isNew={isNew} onAddDoctor={setNewDoctor} />
        {isNew && <ScheduledNotice form={form} onLeave={entry.saved} />}
        <SaleItemsCard
          form={form}
          isNew={isNew}
          stored={stored}
          newItem={newItem}
          onAddProduct={() => setNewProduct(true)}
        />
      </FormPage>
      {dialogs}
    </>
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
