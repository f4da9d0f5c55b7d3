import { sessionKey } from "../api/stored-session.ts";
import { issuedSession } from "./session.ts";

// Read once, when the code of the session is loaded: whoever renders screens imports this first.
localStorage.setItem(sessionKey, JSON.stringify(issuedSession(1)));
