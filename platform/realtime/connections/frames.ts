import { nestsDeeper } from "@rounds/http/nesting.ts";
import { z } from "zod";

/** One message of the protocol, in either direction, whatever its encoding. */
export type Message = {
  join_ref: string | null;
  ref: string | null;
  topic: string;
  event: string;
  payload: unknown;
};

/** The protocol versions that a client can ask for by `vsn`. */
export type Version = "1.0.0" | "2.0.0";

const ref = z.string().max(100).nullish();
const topic = z.string().min(1).max(500);
const event = z.string().min(1).max(100);
const arrayFrame = z.tuple([ref, ref, topic, event, z.unknown()]);
const objectFrame = z.object({ join_ref: ref, ref, topic, event, payload: z.unknown().optional() });

/** A payload that is bytes, as binary broadcasts may carry. */
export class Bytes {
  readonly content: Buffer;
  constructor(content: Buffer) {
    this.content = content;
  }
}

/** Deeper than any client nests, and far less than recursion can handle. */
export const maxNesting = 64;

/** Reads a text frame; undefined if it is invalid. */
export function readText(version: Version, text: string): Message | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (nestsDeeper(value, maxNesting)) return undefined;
  if (version === "1.0.0") {
    const frame = objectFrame.safeParse(value);
    if (!frame.success) return undefined;
    const { join_ref, ref, topic, event, payload } = frame.data;
    return { join_ref: join_ref ?? null, ref: ref ?? null, topic, event, payload };
  }
  const frame = arrayFrame.safeParse(value);
  if (!frame.success) return undefined;
  const [joinRef, messageRef, ...rest] = frame.data;
  return {
    join_ref: joinRef ?? null,
    ref: messageRef ?? null,
    topic: rest[0],
    event: rest[1],
    payload: rest[2],
  };
}

/** Writes a text frame. */
export function writeText(version: Version, { join_ref, ref, topic, event, payload }: Message): string {
  return version === "1.0.0"
    ? JSON.stringify({ topic, event, payload, ref, join_ref })
    : JSON.stringify([join_ref, ref, topic, event, payload]);
}

/** A text message as a server sends it on a WebSocket: one frame, not masked (RFC 6455, section 5.2). */
export function textFrame(text: string): Buffer {
  const size = Buffer.byteLength(text);
  const extended = size < 126 ? 0 : size < 65_536 ? 2 : 8;
  const frame = Buffer.allocUnsafe(2 + extended + size);
  frame[0] = 0x81;
  frame[1] = extended === 0 ? size : extended === 2 ? 126 : 127;
  if (extended === 2) frame.writeUInt16BE(size, 2);
  if (extended === 8) frame.writeBigUInt64BE(BigInt(size), 2);
  frame.write(text, 2 + extended);
  return frame;
}

/** The kinds of binary frames: what a client pushes, and what a server sends. */
const clientPush = 3;
const serverPush = 4;
const asBytes = 0;
const asJson = 1;

/**
 * Reads a binary frame: a broadcast of protocol 2.0.0. Seven bytes (kind, five lengths, encoding), five texts
 * (join_ref, ref, topic, event, metadata), the payload. Undefined if it is invalid.
 */
export function readBinary(frame: Buffer): Message | undefined {
  const [kind, ...lengths] = frame.subarray(0, 6);
  const encoding = frame[6];
  if (kind !== clientPush || lengths.length !== 5 || (encoding !== asBytes && encoding !== asJson))
    return undefined;
  let at = 7;
  const texts = lengths.map((length) => {
    const text = frame.toString("utf8", at, at + length);
    at += length;
    return text;
  });
  if (at > frame.length) return undefined;
  const [joinRef = "", messageRef = "", topic = "", name = ""] = texts;
  if (topic === "" || name === "") return undefined;
  const body = frame.subarray(at);
  let payload: unknown = new Bytes(Buffer.from(body));
  if (encoding === asJson) {
    try {
      payload = JSON.parse(body.toString("utf8"));
    } catch {
      return undefined;
    }
    if (nestsDeeper(payload, maxNesting)) return undefined;
  }
  return {
    join_ref: joinRef === "" ? null : joinRef,
    ref: messageRef === "" ? null : messageRef,
    topic,
    event: "broadcast",
    payload: { type: "broadcast", event: name, payload },
  };
}

/** Writes a broadcast whose payload is bytes for clients of protocol 2.0.0. */
export function writeBinary(topic: string, event: string, payload: Bytes): Buffer {
  const texts = [topic, event, ""].map((text) => Buffer.from(text));
  const head = Buffer.from([serverPush, ...texts.map((text) => Math.min(255, text.length)), asBytes]);
  return Buffer.concat([head, ...texts.map((text) => text.subarray(0, 255)), payload.content]);
}
