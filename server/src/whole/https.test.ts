import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { get as getInsecurely } from "node:http";
import { get } from "node:https";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { connect as connectSecurely } from "node:tls";
import { fileURLToPath } from "node:url";
import { readCertificate } from "@rounds/http/certificate.ts";
import { ConfigError } from "@rounds/http/config-error.ts";
import { createTestDatabase, urlOf } from "@rounds/testkit/database.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { productFile } from "../testing/product-process.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const script = join(root, "deploy/certificate.sh");

const folder = await mkdtemp(join(tmpdir(), "rounds-tls-"));
const database = await createTestDatabase();
execFileSync(script, [folder, "rounds.test", "127.0.0.1", "::1"]);
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const file = (name: string) => join(folder, name);

/** The status of a request that trusts this authority only, for a name that the certificate must have. */
async function statusAt(port: number, ca: string, servername: string): Promise<number | undefined> {
  const asked = get({ host: "127.0.0.1", port, path: "/healthz", ca, servername, agent: false });
  const [answer] = await once(asked, "response");
  answer.resume();
  return answer.statusCode;
}

describe("the product with a certificate of deploy/certificate.sh", () => {
  let product: ChildProcess;
  let port: number;
  let ca: string;
  beforeAll(async () => {
    ca = await readFile(file("authority.crt"), "utf8");
    product = spawn(process.execPath, [productFile("main")], {
      cwd: root,
      env: {
        ...process.env,
        PORT: "0",
        DATABASE_URL: urlOf(database),
        TLS_CERT: file("rounds.crt"),
        TLS_KEY: file("rounds.key"),
        LOG_LEVEL: "warn",
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    for await (const line of createInterface({ input: product.stdout as NodeJS.ReadableStream })) {
      const found = / is at https:\/\/localhost:(\d+)/.exec(line)?.[1];
      if (found) {
        port = Number(found);
        break;
      }
    }
  }, 60_000);
  afterAll(async () => {
    const ended = once(product, "exit");
    product.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
  });

  test.each(["rounds.test", "127.0.0.1"])("answers whoever trusts the authority, as %s", async (name) => {
    const asked = get({
      host: "127.0.0.1",
      port,
      path: "/healthz",
      ca,
      agent: false,
      // An address is no server name; it is compared with the certificate all the same.
      ...(name === "rounds.test" && { servername: name }),
    });
    const [answer] = await once(asked, "response");
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["strict-transport-security"]).toBe("max-age=31536000");
  });

  test("is not trusted for another name, nor by others", async () => {
    await expect(statusAt(port, ca, "elsewhere.test")).rejects.toThrow(/does not match certificate/);
    const other = await mkdtemp(join(tmpdir(), "rounds-tls-"));
    execFileSync(script, [other, "rounds.test"]);
    const theirs = await readFile(join(other, "authority.crt"), "utf8");
    await rm(other, { recursive: true });
    await expect(statusAt(port, theirs, "rounds.test")).rejects.toThrow(/unable to verify|signature/);
  });

  test("opens sockets for changes", async () => {
    const socket = new WebSocket(`wss://127.0.0.1:${port}/realtime/v1/websocket?vsn=1.0.0&apikey=any`, {
      ca,
      origin: `https://127.0.0.1:${port}`,
    });
    await once(socket, "open");
    socket.close();
  });

  test("survives those who don't speak TLS", async () => {
    const insecure = getInsecurely({ host: "127.0.0.1", port, path: "/healthz", agent: false });
    await expect(once(insecure, "response")).rejects.toThrow(/socket hang up|ECONNRESET/);
    for (const bytes of ["\0\0\0", "\x16\x03\x01\xff\xff", "GET / HTTP/1.1\r\n\r\n"]) {
      const socket = connect(port, "127.0.0.1");
      // It may be cut off while it is written.
      socket.on("error", () => {});
      socket.end(bytes, "latin1");
      socket.resume();
      await once(socket, "close");
    }
    expect(await statusAt(port, ca, "rounds.test")).toBe(200);
  });

  test("answers what is no HTTP as without TLS", async () => {
    const socket = connectSecurely({ host: "127.0.0.1", port, ca, servername: "rounds.test" });
    await once(socket, "secureConnect");
    socket.write("nonsense\r\n\r\n");
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk;
    });
    await once(socket, "close");
    expect(text).toContain('"code":"malformed_request"');
  });
});

describe("deploy/certificate.sh", () => {
  test("keeps the authority when it is run again, and makes a new certificate", async () => {
    const [authority, certificate] = await Promise.all([
      readFile(file("authority.crt"), "utf8"),
      readFile(file("rounds.crt"), "utf8"),
    ]);
    execFileSync(script, [folder, "rounds.test"]);
    expect(await readFile(file("authority.crt"), "utf8")).toBe(authority);
    expect(await readFile(file("rounds.crt"), "utf8")).not.toBe(certificate);
  });

  test("lets nobody else read the keys", async () => {
    for (const name of ["authority.key", "rounds.key"]) expect((await stat(file(name))).mode & 0o077).toBe(0);
  });

  test.each([[["/tmp/x"]], [[]], [["/tmp/x", "a name"]], [["/tmp/x", "a;b"]]])("refuses %j", (given) => {
    const { status, stderr } = spawnSync(script, given, { encoding: "utf8" });
    expect([status, stderr]).toEqual([2, expect.stringMatching(/Usage|neither a name nor an address/)]);
  });

  test("says that it needs openssl, and shows why that failed", async () => {
    const programs = await mkdtemp(join(folder, "programs-"));
    const made = (PATH: string) =>
      spawnSync(script, [join(folder, "other"), "rounds.test"], { encoding: "utf8", env: { PATH } });
    const without = made(programs);
    expect([without.status, without.stderr]).toEqual([1, `${script} needs openssl: install it first\n`]);
    await writeFile(join(programs, "openssl"), "#!/bin/sh\necho 'no space left' >&2\nexit 3\n", {
      mode: 0o755,
    });
    const failed = made(`${programs}:${process.env.PATH}`);
    expect([failed.status, failed.stderr]).toEqual([1, "no space left\n"]);
  });
});

describe("a certificate that can't be used", () => {
  const problemOf = (cert: string, key: string) => {
    try {
      readCertificate({ cert, key });
    } catch (error) {
      return error instanceof ConfigError ? error.message : error;
    }
  };

  test("stops the start with a message that says why", async () => {
    await writeFile(file("nonsense"), "nonsense");
    const [cert, key] = [file("rounds.crt"), file("rounds.key")];
    expect(problemOf(cert, key)).toBeUndefined();
    expect(problemOf(file("none"), key)).toContain("can't be read: there is no such file");
    expect(problemOf(folder, key)).toContain("can't be read");
    expect(problemOf(file("nonsense"), key)).toContain("must be a certificate and its private key");
    expect(problemOf(cert, file("nonsense"))).toContain("must be a certificate and its private key");
    expect(problemOf(cert, file("authority.key"))).toContain("is not the one of");
  });
});
