import type { Dashboard } from "@rounds/domain/dashboard/dashboard.ts";
import { useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { useRefusals } from "../api/permissions.ts";
import { useAuth } from "../api/session/AuthProvider.tsx";
import { paths, type Target } from "../paths.ts";
import { teamQueries } from "../team/queries.ts";
import { ButtonLink } from "../ui/control/ButtonLink.tsx";
import { Card } from "../ui/figure/Card.tsx";

type Step = {
  title: string;
  text: string;
  label: string;
  target: Target;
  done: boolean;
  refusal?: string | undefined;
};

type Props = Pick<Dashboard, "doctors" | "products"> & {
  /** Whether it stands in the place of the charts, and so says that they have no data. */
  replacesCharts: boolean;
};

/** What a new product needs until the first visit is recorded, in order. */
export function FirstSteps({ doctors, products, replacesCharts }: Props) {
  const isAdmin = useAuth().user?.app_metadata?.role === "admin";
  const team = useQuery({ ...teamQueries.list({}), enabled: isAdmin }).data;
  const invite: Step = {
    title: "Invite your people",
    text: "They see the same doctors and products, and record visits of their own.",
    label: "Invite people",
    target: paths.team(),
    done: (team?.unfiltered ?? 1) > 1,
  };
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
      refusal: useRefusals().of("change_products"),
    },
    ...(isAdmin ? [invite] : []),
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
    <Card title={`${isAdmin ? "Four" : "Three"} steps to begin`}>
      <ol className="flex flex-col divide-y divide-line">
        {steps.map(({ title, text, label, target, done, refusal }, index) => (
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
              <ButtonLink variant={index === next ? "primary" : undefined} target={target} refusal={refusal}>
                {label}
              </ButtonLink>
            )}
          </li>
        ))}
      </ol>
      {replacesCharts && (
        <p className="mt-4 border-t border-line pt-3 text-small text-muted">
          Daily Sales: <span>No sales data for this period</span> · Top Doctors by Sales:{" "}
          <span>No doctor sales data for this period</span>
        </p>
      )}
    </Card>
  );
}
