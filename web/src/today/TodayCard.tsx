import { waitingWords } from "@rounds/domain/today/words.ts";
import { useQuery } from "@tanstack/react-query";
import { ArrowRight, Footprints } from "lucide-react";
import { useToday } from "../api/clock.ts";
import { paths } from "../paths.ts";
import { ScreenLink } from "../ui/navigation/ScreenLink.tsx";
import { todayQuery } from "./queries.ts";

/** On the dashboard: what waits today, and the way there. Nothing without doctors, or if it can't be read. */
export function TodayCard() {
  const { data } = useQuery(todayQuery(useToday()));
  if (!data || data.doctors === 0) return null;
  return (
    <section
      aria-label="Today"
      className="relative flex items-center gap-3 rounded-card border border-line bg-surface p-4 has-[a:hover]:border-line-strong sm:px-5 print:hidden"
    >
      <span className="grid size-9 shrink-0 place-items-center rounded-full bg-accent-soft text-accent">
        <Footprints size={18} aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="text-base font-semibold">
          <ScreenLink {...paths.today()} className="after:absolute after:inset-0 after:rounded-card">
            Today
          </ScreenLink>
        </h2>
        <p className="text-muted">{waitingWords(data) || "Nothing is planned, and nobody is late or due."}</p>
      </div>
      <ArrowRight size={18} aria-hidden="true" className="shrink-0 text-muted" />
    </section>
  );
}
