import { addressKey } from "@rounds/auth/base/limits.ts";
import { multiplied } from "@rounds/http/limit.ts";
import { type Allowance, createAllowance, scaled } from "./allowance.ts";

/** Sockets of one client address that have not joined anything; enough for an office that reconnects at once. */
const perAddress = 100;
/** How many messages they may send: enough for as many joins; and each of them. */
const messages = { perSecond: 50, burst: 500 };
const messagesOfSocket = { perSecond: 10, burst: 200 };

type Address = { sockets: number; messages: Allowance };

/**
 * Sockets without a valid token so far, by client address.
 * `most` is how many there may be in total. With one more, the oldest is closed: it had longest to show a token, so
 * strangers can't lock others out.
 */
export function createStrangers({ factor, most }: { factor: number; most: number }) {
  const addresses = new Map<string, Address>();
  const sendAway = new Map<object, () => void>();

  function addressOf(ip: string): Address {
    const key = addressKey(ip);
    const known = addresses.get(key);
    if (known) return known;
    const address = { sockets: 0, messages: createAllowance(scaled(messages, factor)) };
    addresses.set(key, address);
    return address;
  }

  return {
    /** Whether an address may open one more socket. */
    allows: (ip: string): boolean =>
      (addresses.get(addressKey(ip))?.sockets ?? 0) < multiplied(perAddress, factor),
    /** Counts a socket until `forget`; `leave` closes it. */
    add(ip: string, leave: () => void) {
      const address = addressOf(ip);
      const socket = {};
      address.sockets++;
      sendAway.set(socket, leave);
      const [oldest] = sendAway.entries();
      if (oldest && sendAway.size > most) {
        sendAway.delete(oldest[0]);
        oldest[1]();
      }
      let counted = true;
      const own = createAllowance(scaled(messagesOfSocket, factor));
      return {
        /** Whether it may send one more message now. */
        takeTurn: () => own.take(1) && address.messages.take(1),
        /** It belongs to a person now, or is gone. */
        forget() {
          if (!counted) return;
          counted = false;
          address.sockets--;
          sendAway.delete(socket);
        },
      };
    },
    /** Forgets addresses without sockets that owe nothing. */
    tidy(): void {
      for (const [key, { sockets, messages }] of addresses) {
        if (sockets === 0 && messages.isFull()) addresses.delete(key);
      }
    },
  };
}
