/** What a device is called, and what it looks like. */
export type Device = { name: string; kind: "phone" | "tablet" | "desk" | "unknown" };

/** By what a browser names itself; those that claim to be another one as well stand before it. */
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
  // A tablet leaves the word Mobile out.
  [/\bAndroid\b(?=.*\bMobile\b)/, "Android", "phone"],
  [/\bAndroid\b/, "Android", "tablet"],
  [/\bWindows\b/, "Windows", "desk"],
  [/\bCrOS\b/, "ChromeOS", "desk"],
  [/\bMacintosh\b|\bMac OS X\b/, "Mac", "desk"],
  [/\bLinux\b|\bX11\b/, "Linux", "desk"],
];

/** Says in words which device a session is on, from what its browser says of itself: "Chrome on Android". */
export function deviceOf(userAgent: string | null): Device {
  const text = userAgent ?? "";
  const browser = browsers.find(([sign]) => sign.test(text))?.[1];
  const [, system, kind = "unknown"] = systems.find(([sign]) => sign.test(text)) ?? [];
  if (browser && system) return { name: `${browser} on ${system}`, kind };
  return { name: browser ?? (system ? `A device with ${system}` : "Unknown device"), kind };
}
