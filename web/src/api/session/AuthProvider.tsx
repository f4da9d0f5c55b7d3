import type { User } from "@supabase/auth-js";
import { createContext, type ReactNode, useContext, useMemo } from "react";
import { useSession } from "./session.ts";

/** The signed-in user, if any; `loading` until the stored session is read. */
type Auth = { user: User | null; loading: boolean };

const AuthContext = createContext<Auth>({ user: null, loading: true });

/** Provides the signed-in user to the page below, and every change of it. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const { user, loading } = useSession();
  const auth = useMemo(() => ({ user, loading }), [user, loading]);
  return <AuthContext value={auth}>{children}</AuthContext>;
}

/** The signed-in user, if any. */
export function useAuth(): Auth {
  return useContext(AuthContext);
}
