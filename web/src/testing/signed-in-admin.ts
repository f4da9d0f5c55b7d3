import { sessionKey } from "../api/session/stored-session.ts";
import { issuedSession } from "./session.ts";

// Signs an administrator in for a whole file of tests, which imports this before anything that renders screens.
const { user, ...session } = issuedSession(1);
const admin = { ...user, app_metadata: { role: "admin" } };
localStorage.setItem(sessionKey, JSON.stringify({ ...session, user: admin }));
