import type { User } from "@supabase/auth-js";
import { createContext, type ReactNode, useContext, useMemo } from "react";
import { useSession } from "./session.ts";

/** Who is signed in, if anybody; `loading` until the stored session is read. */
export type Auth = { user: User | null; loading: boolean };

const AuthContext = createContext<Auth>({ user: null, loading: true });

/** Gives the page below it who is signed in, at every change of it. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const { user, loading } = useSession();
  const auth = useMemo(() => ({ user, loading }), [user, loading]);
  return <AuthContext value={auth}>{children}</AuthContext>;
}

/** Who is signed in, if anybody. */
export function useAuth(): Auth {
  return useContext(AuthContext);
}
