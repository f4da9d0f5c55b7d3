import { ChevronRight } from "lucide-react";
import { useAuth } from "../api/session/AuthProvider.tsx";
import { PageHeader } from "../ui/navigation/PageHeader.tsx";
import { ScreenLink } from "../ui/navigation/ScreenLink.tsx";
import { dataEntries } from "./data-entries.ts";

/** The screen /data: bringing data in and out, and what is done to many records. */
export function DataPage() {
  const { user } = useAuth();
  const isAdmin = user?.app_metadata?.role === "admin";
  const entries = dataEntries.filter(({ admin }) => isAdmin || !admin);
  return (
    <div className="flex flex-col gap-5">
      <PageHeader title="Data" summary="Bring records in, take them out, and take changes back." />
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {entries.map(({ title, words, target, icon: Icon }) => (
          <li key={title}>
            <ScreenLink
              {...target}
              className="flex h-full items-start gap-4 rounded-card border border-line bg-surface p-4 transition-colors duration-120 hover:bg-hover sm:p-5"
            >
              <Icon size={20} aria-hidden="true" className="mt-0.5 shrink-0 text-accent" />
              <span className="min-w-0 flex-1">
                <span className="block text-base font-semibold">{title}</span>
                <span className="mt-1 block text-muted">{words}</span>
              </span>
              <ChevronRight size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-muted" />
            </ScreenLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
