import { formatDay } from "@rounds/domain/calendar/calendar.ts";
import type { DoctorOption } from "@rounds/domain/doctors/doctor-list.ts";
import { formatCount } from "@rounds/domain/money/count.ts";
import { formatRupees } from "@rounds/domain/money/money.ts";
import type { ProductView } from "@rounds/domain/products/product-list.ts";
import { capitalized } from "@rounds/domain/text/capitalized.ts";
import { holdsWords, searchWords } from "@rounds/domain/text/search-words.ts";
import type { VisitRow } from "@rounds/domain/visits/visit-list.ts";
import { useQuery } from "@tanstack/react-query";
import {
  ArchiveRestore,
  Bookmark,
  CalendarDays,
  FileUp,
  Keyboard,
  ListChecks,
  Monitor,
  Moon,
  NotebookPen,
  PackagePlus,
  Pill,
  Plus,
  Search,
  Stethoscope,
  Sun,
  Undo2,
  UserPlus,
} from "lucide-react";
import { useToday } from "../api/clock.ts";
import { useRefusals } from "../api/permissions.ts";
import { type StockWords, useStockWords } from "../api/phone/phone-slot.ts";
import { useAuth } from "../api/session/AuthProvider.tsx";
import { doctorQueries } from "../doctors/queries.ts";
import { allDates, paths } from "../paths.ts";
import { productQueries } from "../products/queries.ts";
import { useNavigate } from "../router/RouterProvider.tsx";
import { accountNavigation, navigation } from "../shell/navigation/navigation.ts";
import { useTeamScreens } from "../shell/navigation/team-screens.ts";
import { chooseTheme } from "../shell/theme/theme.ts";
import { toast, useToasts } from "../ui/message/toast.ts";
import { rememberView } from "../views/chosen.ts";
import { viewsQuery } from "../views/queries.ts";
import { listWords } from "../views/view-words.ts";
import { visitQueries } from "../visits/queries.ts";
import { matching, type PaletteItem, readQuery } from "./palette-items.ts";

/** The most of a kind that are shown; typing more finds the others. */
const mostDoctors = 8;
const mostVisits = 3;
const mostProducts = 5;
const mostVisitsFound = 4;
/** A shorter word is in most visits, and the server would look through all of them. */
const shortestInVisits = 3;
/** As long as nothing is typed. */
const mostViews = 5;

/** What the palette shows for a text, and whether answers of the server are still to come. */
type PaletteItems = {
  items: PaletteItem[];
  /** The server has not answered for this text yet; rows that may still mean it are shown meanwhile. */
  outdated: boolean;
  /** Everything has answered, and nothing matches. */
  nothing: boolean;
  /** One of the searches failed. */
  failed: boolean;
  retry: () => void;
};

/**
 * The choices for a typed text: screens and actions at once, then doctors, products and visits as the server finds them.
 * `asked` is what the server was asked for last.
 */
export function usePaletteItems(typed: string, asked: string, showKeys: () => void): PaletteItems {
  const { actions, screens } = useCommands(showKeys);
  const views = useViewItems();
  const stockWords = useStockWords();
  const { search, visit } = readQuery(asked);
  const today = useToday();
  const doctors = useQuery(doctorQueries.choices(search, today, "city"));
  const products = useQuery({
    ...productQueries.list({ search }),
    enabled: search !== "" && !visit,
  });
  const visits = useQuery({
    ...visitQueries.list({ search, page_size: 10 }, today),
    enabled: searchWords(search).some((word) => word.length >= shortestInVisits),
  });
  const wanted = readQuery(typed);
  const isBehind = wanted.search !== search;
  const isOld = isBehind || doctors.isPlaceholderData || doctors.isPending;
  const words = searchWords(wanted.search);
  const still = <Row extends { name: string; city?: string | null }>(
    rows: readonly Row[] | undefined,
    old: boolean,
  ) => (rows ?? []).filter(({ name, city }) => !old || holdsWords(`${name}\n${city ?? ""}`, words));

  const people = still(doctors.data?.rows, isOld);
  // With nothing typed, those whom the person has scheduled for today or saw last.
  const near = wanted.search === "" ? people.filter(({ group }) => group !== "others") : people;
  const shown = near.slice(0, mostDoctors);
  const goods =
    wanted.search === "" || wanted.visit
      ? []
      : still(products.data?.rows, isBehind || products.isPlaceholderData).slice(0, mostProducts);
  const offers = shown.slice(0, wanted.visit ? mostDoctors : mostVisits).map(recordItem);
  const past =
    isBehind || visits.isPlaceholderData || !visits.data || words.length === 0
      ? []
      : visits.data.rows.slice(0, mostVisitsFound).map(visitItem);
  const found = [
    ...(wanted.visit ? offers : [...shown.map(doctorItem), ...(wanted.search === "" ? [] : offers)]),
    ...goods.map((product) => productItem(product, stockWords)),
    ...past,
  ];
  const outdated = isOld || (products.isLoading && !wanted.visit) || visits.isLoading;
  // What is known at once comes first, so that answers push nothing away; what is always there comes last, and only
  // when the answer is, so that a quick Enter waits for it.
  const known = [matching(actions, typed), matching(views, typed), matching(screens, typed)] as const;
  const items =
    typed.trim() === ""
      ? [...known[0], ...found, ...known[1].slice(0, mostViews), ...known[2]]
      : [...known.flat(), ...found, ...(outdated ? [] : searches(wanted.search, wanted.visit))];
  const asking = [doctors, products, visits];
  const failed = asking.some(({ isError }) => isError);
  return {
    items,
    outdated,
    failed,
    nothing: wanted.search !== "" && !outdated && !failed && found.length === 0 && known.flat().length === 0,
    retry: () => {
      for (const query of asking) if (query.isError) void query.refetch();
    },
  };
}

function doctorItem({ id, name, specialization, hospital, city }: DoctorOption): PaletteItem {
  const detail = [specialization, hospital, city].filter(Boolean).join(" · ");
  return {
    id: `doctor ${id}`,
    group: "Doctors",
    label: name,
    detail,
    icon: Stethoscope,
    target: paths.doctor(id),
  };
}

function recordItem({ id, name, city }: DoctorOption): PaletteItem {
  return {
    id: `record ${id}`,
    group: "Record a visit",
    label: `Record visit for ${name}`,
    detail: city ?? undefined,
    icon: NotebookPen,
    target: paths.recordVisit({ doctor_id: id }),
  };
}

function visitItem({ id, visit_date, status, notes, doctor }: VisitRow): PaletteItem {
  return {
    id: `visit ${id}`,
    group: "Visits",
    label: `${doctor.name}, ${formatDay(visit_date)}`,
    detail: [capitalized(status), notes].filter(Boolean).join(" · "),
    icon: CalendarDays,
    target: paths.visit(id),
  };
}

function productItem({ id, name, price, current_stock }: ProductView, words?: StockWords): PaletteItem {
  const detail = `${formatRupees(price)} · ${formatCount(current_stock)} in stock`;
  return {
    id: `product ${id}`,
    group: "Products",
    label: name,
    detail,
    more: words?.(id, current_stock),
    icon: Pill,
    target: paths.product(id),
  };
}

/** The lists, searched for the text. */
function searches(search: string, visit: boolean): PaletteItem[] {
  if (search === "" || visit) return [];
  const targets = {
    visits: paths.visits({ search, ...allDates }),
    doctors: paths.doctors({ search }),
    products: paths.products({ search }),
  };
  return Object.entries(targets).map(([list, target]) => ({
    id: `search ${list}`,
    group: "Search",
    label: `All ${list} with “${search}”`,
    icon: Search,
    target,
  }));
}

/** The saved views, as they were read last. */
function useViewItems(): PaletteItem[] {
  const navigate = useNavigate();
  const { data } = useQuery(viewsQuery);
  return (data?.rows ?? []).map((view) => ({
    id: `view ${view.id}`,
    group: "Views",
    label: view.name,
    detail: listWords[view.list],
    icon: Bookmark,
    words: `view ${listWords[view.list]}`,
    run: () => {
      rememberView(view.list, view);
      void navigate(paths[view.list](view.filters));
    },
  }));
}

/** What the newest message with Undo takes back, also for somebody who is typing. */
function useUndo() {
  const message = useToasts().find(({ link }) => link?.undoes);
  if (!message?.link || !("run" in message.link)) return undefined;
  const { run } = message.link;
  return {
    text: message.text,
    run: () => {
      toast.close(message.id);
      run();
    },
  };
}

/** What is known without the server. */
function useCommands(showKeys: () => void): { actions: PaletteItem[]; screens: PaletteItem[] } {
  const { user } = useAuth();
  const refusal = useRefusals().of("change_products");
  const undo = useUndo();
  const actions = [
    { label: "Record visit", icon: NotebookPen, target: paths.recordVisit(), words: "quick call new" },
    {
      label: "Evening catch-up",
      icon: ListChecks,
      target: paths.catchUp(),
      words: "many visits of a day report",
    },
    { label: "Add visit", icon: Plus, target: paths.addVisit(), words: "full form new record" },
    { label: "Add doctor", icon: UserPlus, target: paths.addDoctor(), words: "new" },
    {
      label: "Import doctors",
      icon: FileUp,
      target: paths.imports(),
      words: "list excel csv sheet upload bring in",
    },
    {
      label: "Import past visits",
      icon: FileUp,
      target: paths.imports({ of: "visits" }),
      words: "list excel csv sheet sales history other system dcr bring in",
    },
    { label: "Add product", icon: PackagePlus, target: paths.addProduct(), words: "new", refusal },
    {
      label: "Recently deleted",
      icon: ArchiveRestore,
      target: paths.deleted(),
      words: "restore bring back undo trash bin",
    },
    ...(undo
      ? [
          {
            label: "Undo",
            detail: undo.text,
            icon: Undo2,
            run: undo.run,
            keys: ["Ctrl or ⌘ + Z"],
            words: "take back",
          },
        ]
      : []),
    { label: "Light theme", icon: Sun, run: () => chooseTheme("light"), words: "colours appearance" },
    { label: "Dark theme", icon: Moon, run: () => chooseTheme("dark"), words: "colours appearance night" },
    { label: "System theme", icon: Monitor, run: () => chooseTheme("system"), words: "colours appearance" },
    { label: "Keyboard shortcuts", icon: Keyboard, run: showKeys, words: "keys help", keys: ["?"] },
  ];
  const teamScreens = useTeamScreens();
  const screens = [...navigation, ...teamScreens, ...accountNavigation(user)].map(
    ({ label, target, icon, key }) => ({
      ...{ label, target, icon, keys: ["g", key] },
    }),
  );
  return {
    actions: actions.map((action) => ({ ...action, id: `action ${action.label}`, group: "Actions" })),
    screens: screens.map((screen) => ({ ...screen, id: `screen ${screen.label}`, group: "Screens" })),
  };
}
