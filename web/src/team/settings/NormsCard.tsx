import { type Day, formatMonth } from "@rounds/domain/calendar/calendar.ts";
import { type CallNorms, maxGapDays } from "@rounds/domain/coverage/norms.ts";
import { callNorms } from "@rounds/domain/coverage/settings.ts";
import { doctorClasses, maxNorm } from "@rounds/domain/doctors/choices.ts";
import { plainCount } from "@rounds/domain/money/typed-count.ts";
import { Pencil } from "lucide-react";
import { useState } from "react";
import { FormDialog } from "../../form/FormDialog.tsx";
import { NumberField } from "../../form/field/NumberField.tsx";
import { undoOffer } from "../../history/undo-offer.ts";
import { Button } from "../../ui/control/Button.tsx";
import { Card } from "../../ui/figure/Card.tsx";
import { toast } from "../../ui/message/toast.ts";
import { saveNorms } from "./settings.ts";

type Props = { norms: CallNorms; from_month: Day };

/** How often the doctors of each class are to be seen, with a button to change it. */
export function NormsCard({ norms, from_month }: Props) {
  const [changing, setChanging] = useState(false);
  return (
    <Card
      title="Calls a month"
      actions={
        <Button icon={Pencil} size="small" aria-haspopup="dialog" onClick={() => setChanging(true)}>
          Change
        </Button>
      }
    >
      <p className="text-muted">
        How often a doctor of each class is to be seen, and the fewest field days from one call to the next. A
        doctor's own number goes first.
      </p>
      <table className="mt-4 w-full text-left tabular-nums">
        <caption className="sr-only">Calls a month by class</caption>
        <thead className="text-small text-muted">
          <tr className="border-b border-line">
            <th scope="col" className="py-2 font-medium">
              Class
            </th>
            <th scope="col" className="py-2 pl-3 text-right font-medium">
              Calls a month
            </th>
            <th scope="col" className="py-2 pl-3 text-right font-medium">
              Days apart
            </th>
          </tr>
        </thead>
        <tbody>
          {doctorClasses.map((name) => (
            <tr key={name} className="border-b border-line last:border-0">
              <th scope="row" className="py-3 font-medium">
                {name}
              </th>
              <td className="py-3 pl-3 text-right">{norms[name].per_month}</td>
              <td className="py-3 pl-3 text-right">{norms[name].min_gap_days}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {changing && <NormsDialog norms={norms} from_month={from_month} onClose={() => setChanging(false)} />}
    </Card>
  );
}

const asCount = { setValueAs: (typed: unknown) => plainCount(String(typed)) } as const;

function NormsDialog({ norms, from_month, onClose }: Props & { onClose: () => void }) {
  const [before] = useState(norms);
  return (
    <FormDialog
      title="Calls a month"
      description={`Applies from ${formatMonth(from_month)} on; earlier months keep theirs.`}
      schema={callNorms}
      defaultValues={before}
      onSave={(values) => saveNorms(values, before)}
      onSaved={(saved) => {
        toast.success("Calls a month saved.", undoOffer(saved, { noun: "call_norms" }));
        onClose();
      }}
      onClose={onClose}
      errorText="Error saving. Please try again."
    >
      {({ register, formState: { errors } }) =>
        doctorClasses.map((name) => (
          <fieldset key={name} className="grid grid-cols-2 gap-x-4">
            <legend className="mb-1 font-semibold">Class {name}</legend>
            <NumberField
              label="Calls a month"
              aria-label={`Calls a month, class ${name}`}
              required
              whole
              min={0}
              max={maxNorm}
              {...register(`${name}.per_month`, asCount)}
              error={errors[name]?.per_month?.message}
            />
            <NumberField
              label="Days apart"
              aria-label={`Days apart, class ${name}`}
              required
              whole
              min={1}
              max={maxGapDays}
              {...register(`${name}.min_gap_days`, asCount)}
              error={errors[name]?.min_gap_days?.message}
            />
          </fieldset>
        ))
      }
    </FormDialog>
  );
}
