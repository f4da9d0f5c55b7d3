import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import { createRandom } from "@rounds/domain/random/random.ts";
import { type Answer, send } from "@rounds/testkit/send.ts";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { startApp } from "../testing/app.ts";

// What a stranger can send on a connection, byte by byte.

const uncaught: unknown[] = [];
const note = (error: unknown) => void uncaught.push(error);
const app = await startApp({ realtime: true });
process.on("uncaughtException", note);
process.on("unhandledRejection", note);
afterAll(async () => {
  process.off("uncaughtException", note);
  process.off("unhandledRejection", note);
  await app.close();
});
afterEach(async () => {
  expect(uncaught).toEqual([]);
  expect((await send(app.url, "/healthz")).status).toBe(200);
  // The test's own requests keep one open.
  await expect.poll(connections, { timeout: longestWait }).toBeLessThan(3);
  expect(app.traffic.underWay).toBe(0);
});

const connections = () =>
  new Promise<number>((resolve) => app.app.server.getConnections((_, count) => resolve(count)));

/** How long to wait for more data on a silent connection, in milliseconds. */
const longestWait = 5_000;
const lingering = 300;

/** Sends bytes on a connection, more of them after each answer, and returns everything that came back. */
function say(...parts: (string | Buffer)[]): Promise<string> {
  return sayFor(longestWait, parts);
}

function sayFor(milliseconds: number, parts: (string | Buffer)[]): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(app.url).port), "127.0.0.1");
    let answer = "";
    socket.setEncoding("latin1");
    // On a busy machine silence may only mean that the server has not come to it yet.
    socket.setTimeout(milliseconds, async () => {
      await send(app.url, "/healthz", { headers: { connection: "close" } });
      socket.destroy();
    });
    socket.on("data", (text) => {
      answer += text;
      // The server may keep the connection open, or it has become a WebSocket.
      socket.setTimeout(lingering);
      const part = parts.shift();
      if (part !== undefined) socket.write(part, "latin1");
    });
    socket.on("end", () => socket.end());
    socket.on("error", () => {});
    socket.on("close", () => resolve(answer));
    socket.write(parts.shift() ?? "", "latin1");
  });
}

type Parsed = Pick<Answer, "status" | "text"> & { headers: Record<string, string> };

/** The first answer in what came back. */
function parse(said: string): Parsed {
  const [head = "", text = ""] = said.split("\r\n\r\n", 2);
  const [line = "", ...rest] = head.split("\r\n");
  const headers = Object.fromEntries(
    rest.map((header) => [header.split(": ")[0]?.toLowerCase(), header.split(": ")[1]]),
  );
  return { status: Number(line.split(" ")[1]), headers, text };
}

const upgrade = (target: string, to = "websocket") =>
  `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: ${to}\r\n` +
  "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";
const socketPath = "/realtime/v1/websocket?apikey=public&vsn=2.0.0";

describe("an upgrade", () => {
  test.each([
    "//",
    "///",
    "/%",
    "//[",
    "http://",
    "http://[::",
    "*",
    "?",
    "/\\",
    "//\\@",
    "x:y",
    `/${"\xff"}`,
  ])("of the target %s is refused without ending the process", async (target) => {
    expect(parse(await say(upgrade(target))).status).toBeGreaterThanOrEqual(400);
  });

  test.each(["h2c", "TLS/1.0", "websocket, h2c", "", "x"])("to %j is an ordinary request", async (to) => {
    const { status, text } = parse(await say(upgrade("/healthz", to)));
    expect([status, JSON.parse(text)]).toEqual([200, { status: "ok" }]);
  });

  test("to another protocol, as curl --http2 offers it, does not lose the request's body", async () => {
    const body = JSON.stringify({ email: "nobody@example.com", password: "wrong password" });
    const said = await say(
      `POST /auth/v1/token?grant_type=password HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n` +
        `HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n",
    );
    expect(said).toContain('"error_code":"invalid_credentials"');
    // The connection continues.
    expect(said).toContain('{"status":"ok"}');
  });

  test("to a WebSocket still works", async () => {
    expect(parse(await say(upgrade(socketPath), upgrade(socketPath, "WebSocket"))).status).toBe(101);
  });
});

describe("bytes that are not HTTP", () => {
  test.each([
    ["no request at all", "hello\r\n\r\n", 400, "malformed_request"],
    ["a bad header", "GET /api/doctors HTTP/1.1\r\nHost: x\r\nb d: 1\r\n\r\n", 400, "malformed_request"],
    ["no host", "GET /api/doctors HTTP/1.1\r\n\r\n", 400, "malformed_request"],
    [
      "a bad chunk",
      "POST /api/doctors HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
      400,
      "malformed_request",
    ],
    [
      "headers without end",
      `GET / HTTP/1.1\r\nHost: x\r\nx: ${"x".repeat(20_000)}`,
      431,
      "headers_too_large",
    ],
    ["TLS", Buffer.from("16030100a5010000a10303", "hex"), 400, "malformed_request"],
  ])("%s is answered in the API's shape", async (_, bytes, status, code) => {
    const answer = parse(await say(bytes));
    expect(answer).toMatchObject({ status, headers: { "content-type": "application/json; charset=utf-8" } });
    expect(answer.headers.connection).toBe("close");
    const { request_id, ...error } = JSON.parse(answer.text);
    expect(error).toEqual({ code, message: expect.any(String) });
    expect(request_id).toBe(answer.headers["x-request-id"]);
  });

  test("behind a request that waits for its answer get no answer of their own", async () => {
    const said = await say("GET /api/doctors HTTP/1.1\r\nHost: x\r\n\r\nhello\r\n\r\n");
    expect(said).not.toContain(" 400 ");
  });

  test("an unknown expectation is ignored", async () => {
    const { status } = parse(await say("GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: a miracle\r\n\r\n"));
    expect(status).toBe(200);
  });
});

describe("a body for a path that does not exist", () => {
  const inner = "GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n";
  const bodies: [header: string, body: string][] = [
    [`Content-Length: ${inner.length}`, inner],
    ["Transfer-Encoding: chunked", `${inner.length.toString(16)}\r\n${inner}\r\n0\r\n\r\n`],
  ];
  const asked = ["POST /nowhere", "POST /healthz", "PUT /api/nothing", "DELETE /", "OPTIONS /nowhere"];

  test.each([...asked, "POST /realtime/v1/api/x"])("is not read before the answer (%s)", async (start) => {
    for (const [header, body] of bodies) {
      const said = await say(
        `${start} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${header}\r\n\r\n`,
        `${body}GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n`,
      );
      expect(parse(said)).toMatchObject({ status: 404, text: expect.stringContaining('"code":"not_found"') });
      // What comes later is still its body and no other request, and the connection continues behind it.
      expect(said.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 404", "HTTP/1.1 200"]);
      expect(said).toContain('{"status":"ok"}');
    }
  });
});

/** Pieces that are difficult for parsers of addresses and headers. */
const pieces = [
  "/",
  "//",
  "\\",
  "?",
  "#",
  "%",
  "%2f",
  "%00",
  "%ff",
  "%c3%28",
  "..",
  "@",
  ":",
  "[",
  "]",
  "[::1",
  "http://",
]
  .concat([
    "realtime",
    "v1",
    "websocket",
    "apikey=",
    "vsn=",
    "&",
    "=",
    "api",
    "auth",
    "doctors",
    "assets",
    ";",
    "*",
    "\xff",
  ])
  .concat(["x".repeat(300), "healthz", "1.0.0", "2.0.0", "__proto__", "constructor", "\t"]);
const methods = [
  "GET",
  "GET",
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
  "TRACE",
  "CONNECT",
  "M-SEARCH",
];
const headers = [
  "Connection: Upgrade",
  "Connection: close",
  "Upgrade: websocket",
  "Upgrade: h2c",
  "Sec-WebSocket-Version: 13",
]
  .concat([
    "Sec-WebSocket-Version: 99",
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    "Sec-WebSocket-Key: x",
  ])
  .concat([
    "Sec-WebSocket-Extensions: permessage-deflate; =",
    "Sec-WebSocket-Protocol: ,,",
    "Expect: 100-continue",
  ])
  .concat([
    "Content-Length: 5",
    "Content-Length: -1",
    "Transfer-Encoding: chunked",
    "Content-Type: application/json",
  ])
  .concat([
    "Accept: text/html",
    "Accept-Encoding: gzip;q=x",
    "Authorization: Bearer ..",
    "Range: bytes=9-1",
    "Cookie: a",
    "Host: y",
  ]);
/** What a realtime client may send, and what it should not. */
const messages = [
  '["1","1","realtime:a","phx_join",{}]',
  '["1","1","phoenix","heartbeat",{}]',
  '{"topic":"realtime:a"}',
  "[]",
  "{",
]
  .concat([
    '["1","2","realtime:a","presence",{"event":"track","payload":{}}]',
    '["1","1","realtime:a","phx_leave",{}]',
    "null",
  ])
  .concat([
    `["1","3","realtime:a","broadcast",${"[".repeat(5_000)}${"]".repeat(5_000)}]`,
    "[1,2,3,4,5]",
    '"x"',
    "",
  ]);

describe("random bytes", () => {
  const { chance, integer, pick } = createRandom(20251122);
  const several = (list: readonly string[], most: number) =>
    Array.from({ length: integer(0, most) }, () => pick(list));
  const garbage = (most: number) =>
    Buffer.from(Array.from({ length: integer(0, most) }, () => integer(0, 255)));
  /** Several in a packet, to limit the number of sockets. */
  async function inPackets(count: number, milliseconds: number, make: () => (string | Buffer)[]) {
    const answers: { status: number; said: string }[] = [];
    for (let made = 0; made < count; made += 100) {
      const packet = Array.from({ length: 100 }, async () => {
        const [first = "", ...more] = make();
        const answer = await sayFor(milliseconds, [first, ...more]);
        return { status: parse(answer).status, said: first.toString("latin1") };
      });
      answers.push(...(await Promise.all(packet)));
    }
    return answers;
  }

  test("as a request get an answer or none, but no failure", async () => {
    const answers = await inPackets(400, 500, () => {
      const start = chance(0.3) ? pick(["/healthz", "/api/doctors?", "/auth/v1/"]) : pick(["/", "/", ""]);
      const target = start + several(pieces, chance(0.3) ? 0 : 5).join("");
      const head = [
        `${pick(methods)} ${target} HTTP/1.1`,
        ...(chance(0.9) ? ["Host: x"] : []),
        ...several(headers, chance(0.4) ? 0 : 6),
      ];
      const request = chance(0.1)
        ? upgrade(socketPath.replace("?", `?x=${pick(pieces)}&`))
        : `${head.join("\r\n")}\r\n\r\n`;
      return [
        chance(0.1) ? garbage(200) : request,
        chance(0.5) ? garbage(40) : `5\r\nhello\r\n0\r\n\r\n${request}`,
      ];
    });
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    const statuses = answers.map(({ status }) => status);
    // It is useless if nothing gets past the parser.
    for (const status of [101, 200, 400, 401, 404]) expect(statuses).toContain(status);
  });

  test("as frames of a WebSocket end only that socket", async () => {
    const answers = await inPackets(200, longestWait, () => {
      const frames = Array.from({ length: integer(1, 4) }, () => {
        if (chance(0.2)) return garbage(60);
        const text = Buffer.from(pick(messages));
        return frameOf(
          pick([0, 1, 1, 1, 1, 2, 3, 8, 9, 10, 15]),
          chance(0.8),
          text,
          integer(-1, 1) * Number(chance(0.1)),
        );
      });
      return [upgrade(socketPath.replace("2.0.0", pick(["1.0.0", "2.0.0"]))), ...frames];
    });
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([101]));
  });
});

/** A frame as a client sends it (RFC 6455, section 5.2), or a wrong one: without its mask, or with a wrong length. */
function frameOf(opcode: number, isMasked: boolean, content: Buffer, off: number): Buffer {
  const length = Math.max(0, content.length + off);
  const size = length < 126 ? [length] : [126, length >> 8, length & 255];
  const [first = 0, ...more] = size;
  const mask = randomBytes(4);
  const body = isMasked ? content.map((byte, at) => byte ^ (mask[at % 4] ?? 0)) : content;
  const head = Buffer.from([0x80 | opcode, (isMasked ? 0x80 : 0) | first, ...more]);
  return Buffer.concat([head, ...(isMasked ? [mask] : []), body]);
}
