import { expect, test } from "vitest";
import { deviceOf } from "./device.ts";

const android = "Mozilla/5.0 (Linux; Android 14; SM-A556E) AppleWebKit/537.36 (KHTML, like Gecko)";
const desk = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  [`${android} Chrome/131.0.0.0 Mobile Safari/537.36`, "Chrome on Android", "phone"],
  [`${android} Chrome/131.0.0.0 Safari/537.36`, "Chrome on Android", "tablet"],
  [
    `${android} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
    "Samsung Internet on Android",
    "phone",
  ],
  [`${android} Version/4.0 Chrome/100.0 Mobile Safari/537.36 OPR/75.0`, "Opera on Android", "phone"],
  [
    `${android} Version/4.0 Chrome/100.0 UCBrowser/13.4 Mobile Safari/537.36`,
    "UC Browser on Android",
    "phone",
  ],
  ["Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0", "Firefox on Android", "phone"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
    "Safari on iPhone",
    "phone",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/131.0 Mobile/15E148 Safari/604.1",
    "Chrome on iPhone",
    "phone",
  ],
  [
    "Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/132.0 Mobile/15E148 Safari/605.1.15",
    "Firefox on iPad",
    "tablet",
  ],
  [`${desk} Chrome/131.0.0.0 Safari/537.36`, "Chrome on Windows", "desk"],
  [`${desk} HeadlessChrome/131.0.0.0 Safari/537.36`, "Chrome on Windows", "desk"],
  [`${desk} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`, "Edge on Windows", "desk"],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0",
    "Firefox on Windows",
    "desk",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15",
    "Safari on Mac",
    "desk",
  ],
  [
    "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36",
    "Chrome on ChromeOS",
    "desk",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0", "Firefox on Linux", "desk"],
  ["Mozilla/5.0 (Windows NT 10.0) Something/1.0", "A device with Windows", "desk"],
  ["curl/8.5.0", "Unknown device", "unknown"],
  ["node", "Unknown device", "unknown"],
  ["", "Unknown device", "unknown"],
  [null, "Unknown device", "unknown"],
] as const)("%j is %s, a %s", (userAgent, name, kind) => {
  expect(deviceOf(userAgent)).toEqual({ name, kind });
});
