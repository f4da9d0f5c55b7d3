import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { Target } from "../paths.ts";
import { Card } from "../ui/figure/Card.tsx";
import { QueryFallback } from "../ui/message/QueryFallback.tsx";
import { ScreenLink } from "../ui/navigation/ScreenLink.tsx";
import { TextLink } from "../ui/navigation/TextLink.tsx";

type Props = {
  title: string;
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
  /** `undefined` until they are loaded. */
  rows: readonly { id: string; target: Target; name: string; words: string; sign?: ReactNode }[] | undefined;
  /** The link to the whole list, if anything is in it: "All 12 visits". */
  all: { target: Target; words: string } | undefined;
  empty: string;
  errorText: string;
  icon: LucideIcon;
};

/** The first records of a list, each a link, with a link to all. */
export function RecordList({ title, query, rows, all, empty, errorText, icon: Icon }: Props) {
  return (
    <Card title={title} actions={all && <TextLink target={all.target}>{all.words}</TextLink>} flush>
      {rows === undefined ? (
        <div className="px-4 pb-4 sm:px-5">
          <QueryFallback query={query} message={errorText} lines={6} />
        </div>
      ) : rows.length === 0 ? (
        <p className="px-4 pb-4 text-muted sm:px-5">{empty}</p>
      ) : (
        <ul aria-label={title} className="divide-y divide-line border-t border-line">
          {rows.map(({ id, target, name, words, sign }) => (
            <li key={id}>
              <ScreenLink
                {...target}
                className="flex min-h-11 items-center gap-3 px-4 py-2 hover:bg-hover sm:px-5"
              >
                <Icon size={16} aria-hidden="true" className="shrink-0 text-muted" />
                <span className="min-w-0 flex-1">
                  <span className="block font-medium wrap-anywhere">{name}</span>
                  {words && <span className="block text-small text-muted wrap-anywhere">{words}</span>}
                </span>
                {sign}
              </ScreenLink>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
