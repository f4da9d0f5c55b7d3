import type { Dashboard } from "@rounds/domain/dashboard/dashboard.ts";
import { CircleCheck } from "lucide-react";
import { paths, type Target } from "../paths.ts";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { Card } from "../ui/Card.tsx";

type Step = { title: string; text: string; label: string; target: Target; done: boolean };

/** What an empty product needs, in order. It replaces charts without data. */
export function FirstSteps({ doctors, products }: Pick<Dashboard, "doctors" | "products">) {
  const steps: Step[] = [
    {
      title: "Add your doctors",
      text: "Whom you visit, with class, hospital and address.",
      label: "Add a doctor",
      target: paths.addDoctor(),
      done: doctors > 0,
    },
    {
      title: "Add your products",
      text: "What you sell, with its price. Add stock once it has arrived.",
      label: "Add a product",
      target: paths.addProduct(),
      done: products > 0,
    },
    {
      title: "Record a visit",
      text: "What the doctor bought leaves the stock and shows here as sales.",
      label: "Record a visit",
      target: paths.addVisit(),
      done: false,
    },
  ];
  const next = steps.findIndex(({ done }) => !done);
  return (
    <Card title="Three steps to begin">
      <ol className="flex flex-col divide-y divide-line">
        {steps.map(({ title, text, label, target, done }, index) => (
          <li key={title} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
            <span
              aria-hidden="true"
              className={`grid size-9 shrink-0 place-items-center rounded-full font-semibold ${done ? "bg-good-soft text-good" : "bg-sunken"}`}
            >
              {done ? <CircleCheck size={18} /> : index + 1}
            </span>
            <div className="min-w-48 flex-1">
              <p className="font-medium">{title}</p>
              <p className="text-muted">{text}</p>
            </div>
            {done ? (
              <span className="font-medium text-good">Done</span>
            ) : (
              <ButtonLink variant={index === next ? "primary" : undefined} target={target}>
                {label}
              </ButtonLink>
            )}
          </li>
        ))}
      </ol>
      <p className="mt-4 border-t border-line pt-3 text-small text-muted">
        Daily Sales: <span>No sales data for this period</span> · Top Doctors by Sales:{" "}
        <span>No doctor sales data for this period</span>
      </p>
    </Card>
  );
}
