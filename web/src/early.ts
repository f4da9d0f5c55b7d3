import { startFirstRead } from "./api/first-read.ts";
import { keepInstallPrompt } from "./api/install-prompt.ts";
import { firstReadOf } from "./first-reads.ts";
import { openStoreEarly } from "./offline/early-store.ts";
import { showLoading } from "./shell/show-loading.ts";
import { openStartScreen } from "./shell/start-screen.ts";
import { showStoredTheme } from "./shell/theme/stored-theme.ts";

// Runs as soon as the HTML is there, before styles and the page's own code: the build writes it into the HTML
// (web/early-script.ts).
showStoredTheme();
showLoading();
openStartScreen();
keepInstallPrompt();
openStoreEarly();
const url = firstReadOf(location);
if (url) startFirstRead(url);
