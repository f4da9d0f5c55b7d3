/** An event that ends only when the given work has. */
type LongEvent = Event & { waitUntil(work: Promise<unknown>): void };

/** Only Chromium has routes (https://w3c.github.io/ServiceWorker/#register-router-method). */
type InstallEvent = LongEvent & {
  addRoutes?(routes: { condition: { urlPattern: string }; source: "network" }[]): Promise<void>;
};

type RequestEvent = LongEvent & { request: Request; respondWith(answer: Promise<Response> | Response): void };

type WordEvent = LongEvent & { data: unknown; source: { id: string } | null; ports: readonly MessagePort[] };

type WorkerEvents = { install: InstallEvent; activate: LongEvent; fetch: RequestEvent; message: WordEvent };

/** What a service worker has; TypeScript's library of it can't be used beside that of pages. */
export type WorkerScope = {
  /** What the build and the server write before the worker's code. */
  kept: Kept;
  location: Location;
  clients: { claim(): Promise<void>; matchAll(options: object): Promise<readonly { id: string }[]> };
  registration: { unregister(): Promise<boolean> };
  /** This worker; older browsers don't tell it. */
  serviceWorker?: { state: string };
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof WorkerEvents>(
    name: Name,
    listener: (event: WorkerEvents[Name]) => void,
  ): void;
};

/** A version of the product, as the worker keeps it. */
type Kept = KeptFiles & KeptPage;

/** Written by the build. */
export type KeptFiles = {
  /** Another one whenever any file is another one. */
  version: string;
  /** The files by address: first those without which a phone can't work, then the rest, then those that are not kept. */
  files: readonly string[];
  /** How many of the files are the first ones. */
  first: number;
  /** What opens the rows and entries of this phone, as places in `files`. */
  phone: readonly number[];
  /** How many of the files are kept. */
  kept: number;
  /** What each screen needs besides the files in the page, as places in `files`; by the path of its route. */
  screens: Readonly<Record<string, readonly number[]>>;
};

/** Written by the server, which knows its settings. */
type KeptPage = {
  /** The page, with the server's settings and without a screen's files. */
  html: string;
  /** The headers with which the server sends it. */
  headers: Readonly<Record<string, string>>;
};
