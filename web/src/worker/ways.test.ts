import { describe, expect, test } from "vitest";
import { isOfVersion, isWhole, pageAt, preloadsOf, wayOf } from "./ways.ts";

const origin = "https://rounds.test";
const way = (path: string, mode: RequestMode = "navigate", method = "GET") =>
  wayOf({ url: new URL(path, origin).href, mode, method }, origin);

const kept = {
  version: "1",
  files: ["/assets/a.js", "/assets/b.js", "/assets/later.css", "/assets/phone.js"],
  first: 2,
  phone: [3, 0],
  kept: 3,
  screens: { "/doctors": [0], "/doctors/add": [2, 1], "/doctors/$id": [1] },
};
const html = '<html><head><script src="/assets/a.js"></script></head><body></body></html>';

describe("a request", () => {
  test.each([
    "/",
    "/doctors",
    "/doctors?city=Pune",
    "/visits/0197a3b0/edit",
    "/login",
    "/apiary",
    "/no/such",
  ])("that opens the screen %s gets the kept page", (path) => expect(way(path)).toBe("page"));

  test.each([
    ...["/api/doctors", "/api", "/auth/v1/verify?token=1", "/auth/v1/mail", "/realtime/v1", "/assets/a.js"],
    ...["/healthz", "/readyz", "/metrics", "/api/visits/export.csv", "/index.html", "/icon.svg", "/sw.js"],
  ])("that opens %s is left to the network", (path) => expect(way(path)).toBe("untouched"));

  test.each([
    ...[
      "/api/doctors",
      "/auth/v1/token",
      "/healthz",
      "/sw.js",
      "/manifest.webmanifest",
      "/doctors",
      "/worker/x.js",
    ],
  ])("of a page for %s is left to the network", (path) => expect(way(path, "cors")).toBe("untouched"));

  test("for a file with a hash, for the icon and for the list of files is answered by the worker", () => {
    expect(way("/assets/a.js", "cors")).toBe("file");
    expect(way("/assets/icons-1.svg", "same-origin")).toBe("file");
    expect(way("/icon.svg", "no-cors")).toBe("file");
    expect(way("/preloads.json", "cors")).toBe("preloads");
  });

  test("that changes something, or goes elsewhere, is left to the network", () => {
    expect(way("/doctors", "navigate", "POST")).toBe("untouched");
    expect(way("/assets/a.js", "cors", "HEAD")).toBe("untouched");
    expect(way("https://elsewhere.test/assets/a.js", "cors")).toBe("untouched");
  });
});

describe("the kept page", () => {
  test("names the files of the screen at the address", () => {
    const head = (path: string) =>
      pageAt(path, html, { ...kept, phone: [] })
        .split("</script>")[1]
        ?.split("</head>")[0];
    expect(head("/doctors")).toBe('<link rel="modulepreload" crossorigin href="/assets/a.js">');
    expect(head("/doctors/add")).toBe('<link rel="modulepreload" crossorigin href="/assets/b.js">');
    const style = '<link rel="stylesheet" crossorigin href="/assets/later.css">';
    expect(pageAt("/doctors/add", html, kept)).toContain(`<body>${style}</body>`);
    expect(pageAt("/doctors", html, kept)).toContain("<body></body>");
    expect(head("/doctors/1/")).toBe('<link rel="modulepreload" crossorigin href="/assets/b.js">');
    expect(head("/doctors/1/2")).toBe("");
    expect(head("/constructor")).toBe("");
  });

  test("names the files of the phone after the screen's, each once", () => {
    const link = (file: string) => `<link rel="modulepreload" crossorigin href="/assets/${file}.js">`;
    expect(pageAt("/doctors/1", html, kept)).toContain(
      `</script>${link("b")}${link("phone")}${link("a")}</head>`,
    );
    expect(pageAt("/doctors", html, kept)).toContain(`</script>${link("a")}${link("phone")}</head>`);
    expect(pageAt("/team", html, kept)).toContain(`</script>${link("phone")}${link("a")}</head>`);
  });

  test("comes with the list of the files of all screens", () => {
    expect(preloadsOf(kept)).toEqual({
      "/doctors": ["/assets/a.js"],
      "/doctors/add": ["/assets/later.css", "/assets/b.js"],
      "/doctors/$id": ["/assets/b.js"],
    });
  });

  test("is known by its scripts", () => {
    expect(isOfVersion(["/assets/a.js"], html)).toBe(true);
    expect(isOfVersion(["/assets/a.js", "/assets/b.js"], html)).toBe(false);
    expect(isOfVersion([null], html)).toBe(false);
    expect(isOfVersion("nonsense", html)).toBe(false);
  });
});

test("only a whole file is kept", () => {
  const whole = { ok: true, status: 200, redirected: false, type: "basic" } as Response;
  expect(isWhole(whole)).toBe(true);
  for (const part of [{ ok: false, status: 404 }, { status: 206 }, { redirected: true }, { type: "opaque" }])
    expect(isWhole({ ...whole, ...part } as Response)).toBe(false);
});
