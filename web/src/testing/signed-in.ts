import { sessionKey } from "../api/stored-session.ts";
import { issuedSession } from "./session.ts";

// Read once, when the code of the session is loaded: whoever renders screens imports this first.
const session = issuedSession(1);
/** The id of the signed-in person. */
export const ownId = "01900000-0000-7000-8000-00000000000a";
localStorage.setItem(sessionKey, JSON.stringify({ ...session, user: { ...session.user, id: ownId } }));
