import { Agent, request as ask, type IncomingMessage } from "node:http";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";

/** An answer. */
export type Answer = { status: number; headers: Headers; text: string };

/** One request, written by hand. */
export type Request = {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  signal?: AbortSignal;
};

// Connections stay open for the next request, for less time than any server keeps them.
const agent = new Agent({ keepAlive: true, timeout: 4_000 });

/** What `fetch` sends by itself too. */
const usual = {
  accept: "*/*",
  "accept-encoding": "gzip, deflate",
  "sec-fetch-mode": "cors",
  "user-agent": "node",
};

const unpack: Record<string, (packed: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  deflate: inflateSync,
  gzip: gunzipSync,
};

/**
 * Sends a request unchanged and reads its answer; a redirection is an answer too. Not by `fetch`, because its streams
 * take more processor time than the product takes for most answers. Rejects with the error of the connection.
 */
export async function send(url: string, path: string, request: Request = {}): Promise<Answer> {
  const { method = "GET", headers, body, signal } = request;
  const asked = ask(new URL(url + path), { agent, method, ...(signal && { signal }) });
  // A text has a type, as with `fetch`.
  const type = typeof body === "string" && { "content-type": "text/plain;charset=UTF-8" };
  for (const [name, value] of Object.entries({ ...usual, ...type })) asked.setHeader(name, value);
  for (const [name, value] of Object.entries(headers ?? {})) asked.setHeader(name, value.trim());
  if (body !== undefined) asked.setHeader("content-length", Buffer.byteLength(body));
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    asked.once("response", resolve).on("error", reject);
  });
  asked.end(body);
  const response = await answer;
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part);
  return { status: response.statusCode ?? 0, headers: headersOf(response), text: textOf(response, parts) };
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] ?? "", rawHeaders[at + 1] ?? "");
  return headers;
}

function textOf({ headers }: IncomingMessage, parts: Buffer[]): string {
  const sent = Buffer.concat(parts);
  const unpacked = sent.length === 0 ? undefined : unpack[headers["content-encoding"] ?? ""];
  return new TextDecoder().decode(unpacked ? unpacked(sent) : sent);
}
