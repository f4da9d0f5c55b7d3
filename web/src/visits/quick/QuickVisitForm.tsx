import { cityOf } from "@rounds/domain/doctors/city.ts";
import type { Glance } from "@rounds/domain/glance/glance.ts";
import { formatRupees, type Paise } from "@rounds/domain/money/money.ts";
import { salesTotal } from "@rounds/domain/visits/visit.ts";
import { useQuery } from "@tanstack/react-query";
import { Users } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { useWatch } from "react-hook-form";
import { useToday } from "../../api/clock.ts";
import { useRefusals } from "../../api/permissions.ts";
import { chosenDoctor } from "../../doctors/DoctorPicker.tsx";
import { useEntryForm } from "../../form/useEntryForm.ts";
import { paths } from "../../paths.ts";
import { productQueries } from "../../products/queries.ts";
import { useNavigate } from "../../router/RouterProvider.tsx";
import { Button } from "../../ui/control/Button.tsx";
import { iconButtonClass } from "../../ui/control/icon-button-class.ts";
import { Card } from "../../ui/figure/Card.tsx";
import { ScreenLink } from "../../ui/navigation/ScreenLink.tsx";
import { isOffered, useCompleteInForm } from "../form/scheduled-visit.ts";
import { newVisitDraft, useNewVisit } from "../form/useNewVisit.ts";
import { VisitFields } from "../form/VisitFields.tsx";
import { VisitFormPage } from "../form/VisitFormPage.tsx";
import { countedItems, isBlank, newVisitForm, unitsIn, visitForm } from "../form/visit-form.ts";
import { unitsLeftByLine } from "../items/line-stock.ts";
import { visitQueries } from "../queries.ts";
import { PlannedNotice } from "./PlannedNotice.tsx";
import { SoldCard } from "./SoldCard.tsx";

/** Records a visit to a known doctor with few taps. The full form continues with the same draft. */
export function QuickVisitForm({ glance }: { glance: Glance }) {
  const { doctor, bought, scheduled } = glance;
  const today = useToday();
  const navigate = useNavigate();
  const completeInForm = useCompleteInForm();
  const entry = useEntryForm({
    schema: visitForm,
    defaultValues: newVisitForm(today, chosenDoctor(doctor)),
    draftKey: newVisitDraft,
    // What was typed for somebody else is offered where that doctor is visited, and in the full form.
    canContinue: (typed) => typed.doctor_id === doctor.id,
  });
  const { form } = entry;
  const { control } = form;
  const [items, visit_date, status, completes, sent] = useWatch({
    control,
    name: ["items", "visit_date", "status", "completes", "sent"],
  });

  // What was typed in the full form may be for another doctor by now: here it is for the one that is shown.
  useEffect(() => {
    if (form.getValues("doctor_id") === doctor.id) return;
    form.setValue("doctor_id", doctor.id, { shouldDirty: true });
    form.setValue("doctor", chosenDoctor(doctor), { shouldDirty: true });
  }, [form, doctor]);

  const isMet = status === "completed" && visit_date <= today;
  const refusals = useRefusals();
  const refusalOf = (visit: Glance["scheduled"][number]) => refusals.ofVisit("edit", { ...visit, doctor });
  const isSameDay = (visit: Glance["scheduled"][number]) => visit.visit_date === visit_date;
  const isMissed = (visit: Glance["scheduled"][number]) =>
    visit.visit_date < visit_date && isOffered(visit.visit_date, today);
  const open = isMet ? scheduled.filter((visit) => isSameDay(visit) || isMissed(visit)) : [];
  // A plan that the person may not complete is only named: this visit is recorded beside it.
  const planned = open.find((visit) => isSameDay(visit) && !refusalOf(visit));
  const others = open.filter((visit) => isMissed(visit) || refusalOf(visit));
  const offered = others.find((visit) => !refusalOf(visit)) ?? others[0];
  // Once it was sent, what it completes stays: the answer may be lost, and the visit no longer be scheduled.
  const target = sent ? completes : isMet ? completes || planned?.id : undefined;
  const completed = scheduled.find(({ id }) => id === target);
  const stored = useQuery({ ...visitQueries.row(target ?? ""), enabled: Boolean(completed) }).data;

  const choices = useQuery({ ...productQueries.choices(), enabled: false }).data ?? [];
  const known = [...choices, ...bought.map(({ product_id: id, ...product }) => ({ id, ...product }))];
  const availability = new Map(known.map(({ id, current_stock }) => [id, current_stock]));
  const left = stored?.moves_stock === false ? [] : unitsLeftByLine(items, [], availability);
  const isExceeded = items.some(
    ({ quantity }, index) => unitsIn(quantity) > (left[index] ?? Number.POSITIVE_INFINITY),
  );
  const total = salesTotal([...countedItems(items), ...(completed ? (stored?.sales ?? []) : [])]);

  const openFullForm = () => {
    if (completed) {
      const { notes, items, new_item } = form.getValues();
      const draft = entry.leave();
      const typed = { notes: notes ?? "", items, new_item, draft };
      return completeInForm(completed.id, visit_date === today ? typed : { ...typed, visit_date });
    }
    void navigate({ ...paths.addVisit({ doctor_id: doctor.id }), replace: true, ignoreBlocker: true });
  };

  // An item that is only half entered has its fields there.
  const isHalfEntered = !isBlank(useWatch({ control, name: "new_item" }));
  const continueInFullForm = useEffectEvent(openFullForm);
  useEffect(() => {
    if (isHalfEntered) continueInFullForm();
  }, [isHalfEntered]);

  const facts = [doctor.doctor_class, doctor.specialization, cityOf(doctor.address)]
    .filter(Boolean)
    .join(" · ");
  const saving = useNewVisit(entry);
  return (
    <VisitFormPage
      title="Record Visit"
      back={paths.visits()}
      backLabel="Back"
      toOrigin
      entry={entry}
      {...saving}
      // The server is likely to refuse it: the form waits for the answer.
      {...(isExceeded && { onSent: undefined })}
      products={known}
      paid={bought.map(({ product_id, last_unit_price: unit_price }) => ({ product_id, unit_price }))}
      beforeSave={() => {
        // A value that is set is drawn again, also if it is the same.
        if (!form.getValues("sent") && form.getValues("completes") !== target)
          form.setValue("completes", target);
      }}
      submitLabel={submitLabel(entry.restored, total)}
      busyLabel="Saving..."
    >
      <Card>
        <div className="-my-1 flex flex-wrap items-center justify-end gap-x-2">
          <div className="min-w-0 flex-1 basis-40">
            <h2 className="text-base font-semibold break-words">{doctor.name}</h2>
            <p className="text-muted">{facts || "No class, specialization or city"}</p>
          </div>
          <div className="-mr-2 flex shrink-0 items-center sm:mr-0">
            <ScreenLink
              {...paths.recordVisit()}
              aria-label="Choose another doctor"
              title="Choose another doctor"
              className={iconButtonClass()}
            >
              <Users size={18} aria-hidden="true" />
            </ScreenLink>
            <Button size="small" variant="quiet" onClick={openFullForm}>
              Full form
            </Button>
          </div>
        </div>
      </Card>
      <PlannedNotice
        completes={completed}
        offered={offered}
        refusal={offered && refusalOf(offered)}
        day={visit_date}
        today={today}
        onComplete={(id) => form.setValue("completes", id, { shouldDirty: true })}
        onSeparate={() => form.setValue("completes", undefined, { shouldDirty: true })}
      />
      <SoldCard
        form={form}
        doctor_id={doctor.id}
        bought={bought}
        hasOthers={choices.length > 0}
        left={left}
      />
      <Card>
        <div className="grid grid-cols-[7fr_6fr] gap-4 max-[374px]:grid-cols-1">
          <VisitFields form={form} notesFirst />
        </div>
      </Card>
    </VisitFormPage>
  );
}

/** The button's words: whatever the notice above says, a restored draft does not look like a fresh visit. */
function submitLabel(restored: boolean, total: Paise): string {
  const what = restored ? "Save restored" : "Save";
  return total > 0n ? `${what} · ${formatRupees(total)}` : restored ? `${what} visit` : `${what} Visit`;
}
