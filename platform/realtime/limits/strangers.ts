import { multiplied } from "@rounds/http/limit.ts";
import { type Allowance, createAllowance, scaled } from "./allowance.ts";

/** Sockets of one place that have not joined anything; enough for an office that reconnects at once. */
const perPlace = 100;
/** How many messages they may send: enough for as many joins; and each of them. */
const messages = { perSecond: 50, burst: 500 };
const messagesOfSocket = { perSecond: 10, burst: 200 };

type Place = { sockets: number; messages: Allowance };

/**
 * Sockets without a valid token so far, by the place that they come from: a client address, or a device that is known.
 * `most` is how many there may be in total. With one more, the oldest is closed: it had longest to show a token, so
 * strangers can't lock others out.
 */
export function createStrangers({ factor, most }: { factor: number; most: number }) {
  const places = new Map<string, Place>();
  const sendAway = new Map<object, () => void>();

  function placeOf(key: string): Place {
    const known = places.get(key);
    if (known) return known;
    const place = { sockets: 0, messages: createAllowance(scaled(messages, factor)) };
    places.set(key, place);
    return place;
  }

  return {
    /** Whether a place may open one more socket. */
    allows: (key: string): boolean => (places.get(key)?.sockets ?? 0) < multiplied(perPlace, factor),
    /** Counts a socket until `forget`; `leave` closes it. */
    add(key: string, leave: () => void) {
      const place = placeOf(key);
      const socket = {};
      place.sockets++;
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
        tryMessage: () => own.take(1) && place.messages.take(1),
        /** It belongs to a person now, or is gone. */
        forget() {
          if (!counted) return;
          counted = false;
          place.sockets--;
          sendAway.delete(socket);
        },
      };
    },
    /** Forgets places without sockets that owe nothing. */
    tidy(): void {
      for (const [key, { sockets, messages }] of places) {
        if (sockets === 0 && messages.isFull()) places.delete(key);
      }
    },
  };
}
