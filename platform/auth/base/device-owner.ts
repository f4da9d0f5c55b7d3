import { createHmac } from "node:crypto";
import type { Database } from "@rounds/database/connect.ts";
import type { Clock } from "@rounds/http/clock.ts";
import type { DeviceOwners } from "./context.ts";
import { cookieIn, deviceCookie, keptMilliseconds } from "./known-places.ts";
import { isSame, readServiceKey } from "./service-key.ts";

/** The cookie, and the only paths to which browsers send it. */
const name = "rounds-owner";
const path = "/realtime/v1";
const value = /^([0-9a-f-]{36})\.(\d{1,15})\.([A-Za-z0-9_-]{43})$/;

/**
 * Opens the owners of devices; the service key must exist. Cookies are signed with a key derived from it, so all servers
 * accept them; after it was replaced, browsers get new ones when they refresh their session.
 */
export async function openDeviceOwners({ db, clock }: { db: Database; clock: Clock }): Promise<DeviceOwners> {
  let key = await readKey(db);
  const signatureOf = (text: string) => createHmac("sha256", key).update(text).digest("base64url");
  return {
    cookieFor(userId, publicUrl) {
      const text = `${userId}.${clock() + keptMilliseconds}`;
      return deviceCookie({ name, path, value: `${text}.${signatureOf(text)}` }, publicUrl);
    },
    ownerIn(headers) {
      const [, userId, end, signature] = value.exec(cookieIn(headers, name) ?? "") ?? [];
      if (userId === undefined || end === undefined || signature === undefined) return undefined;
      if (!isSame(signatureOf(`${userId}.${end}`), signature)) return undefined;
      return Number(end) > clock() ? userId : undefined;
    },
    async refresh() {
      key = await readKey(db);
    },
  };
}

async function readKey(db: Database): Promise<Buffer> {
  const serviceKey = await readServiceKey(db);
  if (serviceKey === undefined) throw new Error("The table auth.service_keys holds no service key");
  return createHmac("sha256", serviceKey).update("owners of devices").digest();
}
