import { formatDay } from "@rounds/domain/calendar/calendar.ts";
import type { CoverageDoctor } from "@rounds/domain/coverage/coverage.ts";
import type { Figure } from "@rounds/domain/coverage/figures.ts";
import { formatCount } from "@rounds/domain/money/count.ts";
import type { Column } from "../table/rows/columns.ts";
import { TextCell } from "../table/rows/TextCell.tsx";
import { sumOfCounts } from "../table/sums.ts";
import { Tag } from "../ui/figure/Tag.tsx";
import { remainingWords } from "./coverage-words.ts";

/** The columns of a figure's doctors; those of everybody say whose each is. */
export function doctorColumns(figure: Figure, ofEverybody: boolean): readonly Column<CoverageDoctor>[] {
  return [
    { header: "Name", priority: 1, cell: ({ name }) => <TextCell text={name} width="wide" /> },
    {
      header: "Class",
      priority: 1,
      cell: ({ doctor_class }) => (doctor_class ? <Tag>{doctor_class}</Tag> : <TextCell text="" />),
    },
    {
      header: "City",
      priority: 2,
      cell: ({ city }) => <TextCell text={city} />,
      isBlank: ({ city }) => !city,
    },
    ...(ofEverybody ? [representative] : []),
    figure === "calls"
      ? {
          header: "Calls made",
          priority: 2,
          align: "right",
          total: sumOfCounts(({ calls_made }) => calls_made),
          cell: ({ calls_made }) => formatCount(calls_made),
        }
      : { header: "Calls", priority: 2, align: "right", cell: callsCell },
    {
      header: "Remaining",
      priority: 2,
      align: "right",
      total: sumOfCounts(({ remaining }) => remaining),
      cell: remainingWords,
    },
    {
      header: "Last seen",
      priority: 2,
      cell: ({ last_visit }) => (last_visit ? formatDay(last_visit) : "Never"),
    },
  ];
}

const representative: Column<CoverageDoctor> = {
  header: "Representative",
  priority: 3,
  cell: ({ representative }) => <TextCell text={representative ?? "Everybody"} />,
};

function callsCell({ calls, norm }: CoverageDoctor) {
  return norm === 0 ? formatCount(calls) : `${formatCount(calls)} of ${formatCount(norm)}`;
}
