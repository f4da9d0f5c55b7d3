import { later, NotLoaded } from "../ui/browser/later.tsx";
import { laterDialog } from "../ui/dialog/later-dialog.tsx";

/** The code of what replaces a screen that crashed. */
export const LaterErrorPage = later(
  () => import("./message/ErrorPage.tsx").then((module) => module.ErrorPage),
  (_, away) => away.failed && <NotLoaded {...away} />,
);

/** The code of the menu of small screens. */
export const LaterDrawer = laterDialog(
  () => import("./navigation/Drawer.tsx").then((module) => module.Drawer),
  (props) => props.onClose,
);

/** The code of the question about entries that are not sent when their person signs out. */
export const LaterSignOutDialog = laterDialog(
  () => import("./SignOutDialog.tsx").then((module) => module.SignOutDialog),
  (props) => props.onClose,
);

/** The code of a message's card. If it can't be fetched, the message is shown without one: it may be about just that. */
export const LaterToastCard = later(
  () => import("./message/ToastCard.tsx").then((module) => module.ToastCard),
  ({ toast: { lead, text } }, { failed }) =>
    failed && (
      <p role="alert" className="rounded-control border border-line-strong bg-surface p-3 shadow-lift">
        {lead} {text}
      </p>
    ),
);

/** The keys of every screen, by name. */
export const ShortcutsDialog = laterDialog(
  () => import("./ShortcutsDialog.tsx").then((module) => module.ShortcutsDialog),
  (props) => props.onClose,
);

/** Loads and runs what every screen may need at any moment, but not to be shown: one function for each. */
export const laterParts = [
  LaterErrorPage.preload,
  LaterToastCard.preload,
  LaterDrawer.preload,
  () => import("./follow-keyboard.ts").then((module) => module.followKeyboard()),
  () => import("./installed-app.tsx").then((module) => module.startAsApp()),
];
