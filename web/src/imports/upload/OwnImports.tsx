import { formatMoment } from "@rounds/domain/calendar/calendar.ts";
import type { Imports } from "@rounds/domain/imports/import.ts";
import { undoableDays } from "@rounds/domain/imports/limits.ts";
import { capitalized } from "@rounds/domain/text/capitalized.ts";
import type { UseQueryResult } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { businessTimeZone } from "../../api/page-settings.ts";
import { Unread } from "../../history/Unread.tsx";
import { paths } from "../../paths.ts";
import { Card } from "../../ui/figure/Card.tsx";
import { counted } from "../../ui/figure/counted.ts";
import { ScreenLink } from "../../ui/navigation/ScreenLink.tsx";
import { stateWords } from "../import-words.ts";
import { nounWords } from "../noun-words.ts";

/** What the person imported before, to look at it, to go on, or to undo it. */
export function OwnImports({ imports }: { imports: UseQueryResult<Imports> }) {
  return (
    <Card title="Your imports">
      {imports.data ? (
        imports.data.rows.length === 0 ? (
          <p className="text-muted">
            None yet. Each import stays here for {undoableDays} days, and can be undone.
          </p>
        ) : (
          <ul aria-label="Your imports" className="divide-y divide-line">
            {imports.data.rows.map((row) => (
              <li key={row.id}>
                <ScreenLink
                  {...paths.imports({ id: row.id, of: row.noun })}
                  className="flex min-h-11 items-center gap-3 py-2.5 hover:text-accent"
                >
                  <span className="min-w-0 flex-1">
                    <span className="block font-medium wrap-anywhere">{row.file_name}</span>
                    <span className="block text-small text-muted">
                      {capitalized(nounWords[row.noun].one)}s · {formatMoment(row.made_at, businessTimeZone)}{" "}
                      · {counted(row.total, "row")} · {stateWords(row)}
                    </span>
                  </span>
                  <ChevronRight size={18} aria-hidden="true" className="shrink-0 text-muted" />
                </ScreenLink>
              </li>
            ))}
          </ul>
        )
      ) : (
        <Unread query={imports} what="your imports" lines={3} />
      )}
    </Card>
  );
}
