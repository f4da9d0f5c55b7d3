import { useState } from "react";
import { asApiError } from "../../api/api-error.ts";
import { providers } from "../../api/page-settings.ts";
import { authClient, dropLink } from "../../api/session/session.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/control/Button.tsx";
import { ErrorBanner } from "../../ui/message/ErrorBanner.tsx";
import { addressOf } from "../mail-calls.ts";
import { providerTitle } from "../providers.ts";

/** The buttons to sign in with other providers. Nothing is shown if the server has none. */
export function ProviderButtons({ redirect }: { redirect: string | undefined }) {
  const [leaving, setLeaving] = useState<string>();
  const [error, setError] = useState<string>();
  if (providers.length === 0) return null;

  const leave = async (name: string) => {
    setLeaving(name);
    setError(undefined);
    try {
      const { leaveForProvider } = await authClient();
      dropLink();
      await leaveForProvider(name, addressOf(paths.signIn(redirect)));
    } catch (thrown) {
      setError(asApiError(thrown).message);
      setLeaving(undefined);
    }
  };

  return (
    <div className="mt-4 flex flex-col gap-2">
      <p className="flex items-center gap-3 text-small text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <ErrorBanner message={error} />
      {providers.map((name) => (
        <Button key={name} wide busy={leaving === name} onClick={() => void leave(name)}>
          Continue with {providerTitle(name)}
        </Button>
      ))}
    </div>
  );
}
