import { sessionKey } from "../api/session/stored-session.ts";
import { issuedSession } from "./session.ts";

/** The id of the signed-in person. */
export const ownId = "01900000-0000-7000-8000-00000000000a";

// Read once, when the code of the session is loaded: whoever renders screens imports this first. Somebody else whom a
// test signed in before stays.
if (!localStorage.getItem(sessionKey) && !localStorage.getItem("test-signed-out")) {
  const { user, ...session } = issuedSession(1);
  localStorage.setItem(sessionKey, JSON.stringify({ ...session, user: { ...user, id: ownId } }));
}
