import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { savedWords } from "../../api/phone/kept.ts";
import { chosenDoctor } from "../../doctors/DoctorPicker.tsx";
import { productQueries } from "../../products/queries.ts";
import { laterDialog } from "../../ui/dialog/later-dialog.tsx";
import { toast } from "../../ui/message/toast.ts";
import type { Line } from "../items/line-stock.ts";
import type { NewItemHandle } from "../items/NewItemFields.tsx";
import { SaleItemsCard } from "../items/SaleItemsCard.tsx";
import { ScheduledNotice } from "./ScheduledNotice.tsx";
import { VisitDetailsCard } from "./VisitDetailsCard.tsx";
import { VisitFormPage, type VisitSaving } from "./VisitFormPage.tsx";
import { leadTo } from "./visit-form.ts";

const NewDoctorDialog = laterDialog(
  () => import("../../doctors/form/NewDoctorDialog.tsx").then((module) => module.NewDoctorDialog),
  (props) => props.onClose,
);
const NewProductDialog = laterDialog(
  () => import("../../products/form/NewProductDialog.tsx").then((module) => module.NewProductDialog),
  (props) => props.onClose,
);

type Props<Saved> = VisitSaving<Saved> & {
  /** Whether the form records a new visit. */
  isNew: boolean;
  /** The stored lines of the visit; null if it does not move stock. */
  stored?: readonly Line[] | null;
};

/** The one form for recording and editing a visit. */
export function VisitForm<Saved>({ isNew, stored = [], ...page }: Props<Saved>) {
  const { entry } = page;
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

  // Outside the page's form: forms can't be nested.
  const dialogs = (
    <>
      {newDoctor !== null && (
        <NewDoctorDialog
          name={newDoctor}
          onAdded={(doctor) => {
            toast.success(savedWords(doctor, "Doctor added successfully!"));
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
      <VisitFormPage
        {...page}
        wide
        products={products.data ?? []}
        beforeSave={() => {
          itemProblem.current = newItem.current?.addFilled() ?? null;
        }}
        itemProblem={() => itemProblem.current}
      >
        <VisitDetailsCard form={form} isNew={isNew} onAddDoctor={setNewDoctor} />
        {isNew && <ScheduledNotice form={form} onLeave={entry.leave} />}
        <SaleItemsCard
          form={form}
          isNew={isNew}
          stored={stored}
          newItem={newItem}
          onAddProduct={() => setNewProduct(true)}
        />
      </VisitFormPage>
      {dialogs}
    </>
  );
}
