/** A device's name and its icon. */
export type Device = { name: string; kind: "phone" | "tablet" | "desk" | "unknown" };

/** Found in the User-Agent. Browsers that also claim to be another one come first. */
const browsers: readonly [sign: RegExp, name: string][] = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\b(OPR|Opera|OPiOS|OPX)\b/, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(UCBrowser|UBrowser)\//, "UC Browser"],
  [/\b(XiaoMi\/)?MiuiBrowser\//, "Mi Browser"],
  [/\b(VivoBrowser|HeyTapBrowser|RealmeBrowser)\//, "Phone browser"],
  [/\bDuckDuckGo\//, "DuckDuckGo"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\bYaBrowser\//, "Yandex Browser"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Headless)?Chrom(e|ium)\/|\bCriOS\//, "Chrome"],
  [/\bVersion\/[\d.]+.*\bSafari\//, "Safari"],
];

const systems: readonly [sign: RegExp, name: string, kind: Device["kind"]][] = [
  [/\biPhone\b|\biPod\b/, "iPhone", "phone"],
  [/\biPad\b/, "iPad", "tablet"],
  // Tablets leave out the word Mobile.
  [/\bAndroid\b(?=.*\bMobile\b)/, "Android", "phone"],
  [/\bAndroid\b/, "Android", "tablet"],
  [/\bWindows\b/, "Windows", "desk"],
  [/\bCrOS\b/, "ChromeOS", "desk"],
  [/\bMacintosh\b|\bMac OS X\b/, "Mac", "desk"],
  [/\bLinux\b|\bX11\b/, "Linux", "desk"],
];

/** Names the device of a session from its browser's User-Agent: "Chrome on Android". */
export function deviceOf(userAgent: string | null): Device {
  const text = userAgent ?? "";
  const browser = browsers.find(([sign]) => sign.test(text))?.[1];
  const [, system, kind = "unknown"] = systems.find(([sign]) => sign.test(text)) ?? [];
  if (browser && system) return { name: `${browser} on ${system}`, kind };
  return { name: browser ?? (system ? `A device with ${system}` : "Unknown device"), kind };
}
