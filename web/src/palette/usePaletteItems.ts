import type { DoctorOption } from "@rounds/domain/doctors/doctor-list.ts";
import { formatRupees } from "@rounds/domain/money/money.ts";
import type { ProductView } from "@rounds/domain/products/product-list.ts";
import { holdsWords, searchWords } from "@rounds/domain/text/search-words.ts";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import {
  ArchiveRestore,
  Bookmark,
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
  UserPlus,
} from "lucide-react";
import { useAuth } from "../api/AuthProvider.tsx";
import { doctorQueries } from "../doctors/queries.ts";
import { paths } from "../paths.ts";
import { productQueries } from "../products/queries.ts";
import { accountNavigation, navigation } from "../shell/navigation.ts";
import { chooseTheme } from "../shell/theme.ts";
import { rememberView } from "../views/chosen.ts";
import { viewsQuery } from "../views/queries.ts";
import { listWords } from "../views/view-words.ts";
import { matching, type PaletteItem, readQuery } from "./palette-items.ts";

/** The most of a kind that are shown; typing more finds the others. */
const mostDoctors = 8;
const mostVisits = 3;
const mostProducts = 5;
/** As long as nothing is typed. */
const mostViews = 5;

/** What the palette shows for a text, and whether answers of the server are still to come. */
export type PaletteItems = {
  items: PaletteItem[];
  /** The server has not answered for this text yet; rows that may still mean it are shown meanwhile. */
  outdated: boolean;
  /** One of the searches failed. */
  failed: boolean;
  retry: () => void;
};

/**
 * The choices for a typed text: screens and actions at once, then doctors and products as the server finds them.
 * `asked` is what the server was asked for last.
 */
export function usePaletteItems(typed: string, asked: string, showKeys: () => void): PaletteItems {
  const { actions, screens } = useCommands(showKeys);
  const views = useViewItems();
  const { search, visit } = readQuery(asked);
  const doctors = useQuery(doctorQueries.choices(search));
  const products = useQuery({
    ...productQueries.list({ search }),
    enabled: search !== "" && !visit,
  });
  const wanted = readQuery(typed);
  const isBehind = wanted.search !== search;
  const isOld = isBehind || doctors.isPlaceholderData || doctors.isPending;
  const words = searchWords(wanted.search);
  const still = <Row extends { name: string }>(rows: readonly Row[] | undefined, old: boolean) =>
    (rows ?? []).filter(({ name }) => !old || holdsWords(name, words));

  const people = still(doctors.data?.rows, isOld);
  // With nothing typed, those whom the person has scheduled for today or saw last.
  const near = wanted.search === "" ? people.filter(({ group }) => group !== "others") : people;
  const shown = near.slice(0, mostDoctors);
  const goods =
    wanted.search === "" || wanted.visit
      ? []
      : still(products.data?.rows, isBehind || products.isPlaceholderData).slice(0, mostProducts);
  const visits = shown.slice(0, wanted.visit ? mostDoctors : mostVisits).map(visitItem);
  const found = wanted.visit
    ? visits
    : [...shown.map(doctorItem), ...(wanted.search === "" ? [] : visits), ...goods.map(productItem)];
  // What is known at once comes first, so that answers push nothing away; what is always there comes last, and only
  // when the answer is, so that a quick Enter waits for it.
  const known = [matching(actions, typed), matching(views, typed), matching(screens, typed)] as const;
  const items =
    typed.trim() === ""
      ? [...known[0], ...found, ...known[1].slice(0, mostViews), ...known[2]]
      : [...known.flat(), ...found, ...(isOld ? [] : searches(wanted.search, wanted.visit))];
  return {
    items,
    outdated: isOld || (products.isLoading && !wanted.visit),
    failed: doctors.isError || products.isError,
    retry: () => {
      if (doctors.isError) void doctors.refetch();
      if (products.isError) void products.refetch();
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

function visitItem({ id, name, city }: DoctorOption): PaletteItem {
  return {
    id: `visit ${id}`,
    group: "Record a visit",
    label: `Record visit for ${name}`,
    detail: city ?? undefined,
    icon: NotebookPen,
    target: paths.recordVisit({ doctor_id: id }),
  };
}

function productItem({ id, name, price, current_stock }: ProductView): PaletteItem {
  const detail = `${formatRupees(price)} · ${current_stock} in stock`;
  return {
    id: `product ${id}`,
    group: "Products",
    label: name,
    detail,
    icon: Pill,
    target: paths.product(id),
  };
}

/** The lists, searched for the text. */
function searches(search: string, visit: boolean): PaletteItem[] {
  if (search === "" || visit) return [];
  const lists = { visits: paths.visits, doctors: paths.doctors, products: paths.products };
  return Object.entries(lists).map(([list, target]) => ({
    id: `search ${list}`,
    group: "Search",
    label: `All ${list} with “${search}”`,
    icon: Search,
    target: target({ search }),
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

/** What is known without the server. */
function useCommands(showKeys: () => void): { actions: PaletteItem[]; screens: PaletteItem[] } {
  const { user } = useAuth();
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
    { label: "Add product", icon: PackagePlus, target: paths.addProduct(), words: "new" },
    {
      label: "Recently deleted",
      icon: ArchiveRestore,
      target: paths.deleted(),
      words: "restore bring back undo trash bin",
    },
    { label: "Light theme", icon: Sun, run: () => chooseTheme("light"), words: "colours appearance" },
    { label: "Dark theme", icon: Moon, run: () => chooseTheme("dark"), words: "colours appearance night" },
    { label: "System theme", icon: Monitor, run: () => chooseTheme("system"), words: "colours appearance" },
    { label: "Keyboard shortcuts", icon: Keyboard, run: showKeys, words: "keys help", keys: ["?"] },
  ];
  const screens = [...navigation, ...accountNavigation(user)].map(({ label, target, icon, key }) => ({
    ...{ label, target, icon, keys: ["g", key] },
  }));
  return {
    actions: actions.map((action) => ({ ...action, id: `action ${action.label}`, group: "Actions" })),
    screens: screens.map((screen) => ({ ...screen, id: `screen ${screen.label}`, group: "Screens" })),
  };
}
