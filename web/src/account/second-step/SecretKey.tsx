import { Copy, Smartphone } from "lucide-react";
import { copyText } from "../../ui/browser/copy-text.ts";
import { Button } from "../../ui/control/Button.tsx";
import { buttonClass } from "../../ui/control/button-class.ts";
import { inFours, type NewAuthenticator } from "../factors.ts";

/** The key of a new authenticator for people who can't scan it: because the app is on the same phone, or to type it. */
export function SecretKey({ begun: { secret, uri } }: { begun: NewAuthenticator }) {
  return (
    <div className="min-w-0 flex-1">
      <p>Scan the code with the app. On this very phone, open the app instead, or type the key in.</p>
      <dl className="mt-3">
        <dt className="text-small text-muted">Key</dt>
        {/* Selected with one tap, and copied without the gaps between groups. */}
        <dd className="mt-0.5 font-mono text-small font-semibold tracking-wide select-all">
          {inFours(secret)
            .split(" ")
            .map((group, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the groups never move, and two may be alike
              <span key={index} className="mr-2 inline-block">
                {group}
              </span>
            ))}
        </dd>
      </dl>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="small" icon={Copy} onClick={() => void copyText(secret, "Key")}>
          Copy key
        </Button>
        <a href={uri} className={buttonClass({ size: "small" })}>
          <Smartphone size={16} aria-hidden="true" className="shrink-0" />
          <span>Open in your authenticator app</span>
        </a>
      </div>
    </div>
  );
}
