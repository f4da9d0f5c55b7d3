import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "@rounds/postgres/free-port.ts";

/** A bad connection between the browser and the server. */
export type BadConnection = {
  port: number;
  /** Whether nothing passes. */
  isCut: boolean;
  /** So many of the next writes never reach the server. */
  lostRequests: number;
  /** So many of the next writes are done by the server, and their answers are lost. */
  lostAnswers: number;
  /** How long each request waits on the way there, and as long on the way back, in milliseconds. */
  delayMs: number;
  /** Breaks every connection, so that nothing that was under way arrives. */
  breakAll(): void;
  stop(): Promise<void>;
};

/** Starts a proxy in front of a server on this machine. It forwards everything until it is told otherwise. */
export async function startProxy(serverPort: number): Promise<BadConnection> {
  const open = new Set<Socket>();
  const server = createServer(
    (asked, answer) => void forward(asked, answer).catch(() => asked.socket.destroy()),
  );
  const proxy: BadConnection = {
    port: await freePort(),
    ...{ isCut: false, lostRequests: 0, lostAnswers: 0, delayMs: 0 },
    breakAll() {
      for (const socket of open) socket.destroy();
    },
    stop: () => stop(server, open),
  };

  async function forward(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const isWrite = asked.method !== "GET" && asked.url?.startsWith("/api/") === true;
    if (proxy.isCut || (isWrite && proxy.lostRequests-- > 0)) return void asked.socket.destroy();
    proxy.lostRequests = Math.max(0, proxy.lostRequests);
    const isAnswerLost = isWrite && proxy.lostAnswers > 0;
    if (isAnswerLost) proxy.lostAnswers--;
    const body = await bytesOf(asked);
    if (proxy.delayMs) await wait(proxy.delayMs);
    const { status, headers, bytes } = await ask(serverPort, asked, body);
    if (proxy.delayMs) await wait(proxy.delayMs);
    if (isAnswerLost || proxy.isCut) return void asked.socket.destroy();
    answer.writeHead(status, headers);
    answer.end(bytes);
  }

  server.on("connection", (socket) => {
    open.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => open.delete(socket));
  });
  server.on("upgrade", (asked, socket, head) => {
    if (proxy.isCut) return socket.destroy();
    const onward = connect(serverPort, "127.0.0.1", () => {
      const lines = asked.rawHeaders.flatMap((name, at) =>
        at % 2 === 0 ? [`${name}: ${asked.rawHeaders[at + 1]}`] : [],
      );
      onward.write(`${asked.method} ${asked.url} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    onward.on("error", () => socket.destroy());
    socket.on("error", () => onward.destroy());
    socket.on("close", () => onward.destroy());
  });
  await new Promise<void>((resolve) => server.listen(proxy.port, "127.0.0.1", resolve));
  return proxy;
}

async function stop(server: Server, open: Set<Socket>): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  for (const socket of open) socket.destroy();
  await closed;
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part);
  return Buffer.concat(parts);
}

async function ask(port: number, { method, url, headers }: IncomingMessage, body: Buffer) {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, method, path: url, headers, agent: false }, resolve);
    sent.on("error", reject);
    sent.end(body);
  });
  const bytes = await bytesOf(answer);
  const { "transfer-encoding": _, connection: __, "keep-alive": ___, ...rest } = answer.headers;
  return { status: answer.statusCode ?? 502, headers: rest, bytes };
}
