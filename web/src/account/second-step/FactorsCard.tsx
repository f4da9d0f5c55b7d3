import { dayOf, formatDay } from "@rounds/domain/calendar/calendar.ts";
import type { Factor } from "@supabase/auth-js";
import { useQuery } from "@tanstack/react-query";
import { KeyRound, MessageSquareText, Plus } from "lucide-react";
import { useRef, useState } from "react";
import { businessTimeZone } from "../../api/page-settings.ts";
import { useRowFocus } from "../../table/rows/useRowFocus.ts";
import { Button } from "../../ui/control/Button.tsx";
import { Card } from "../../ui/figure/Card.tsx";
import { Tag } from "../../ui/figure/Tag.tsx";
import { NoticeBanner } from "../../ui/message/NoticeBanner.tsx";
import { nameOf } from "../factors.ts";
import { type Account, accountQueries } from "../queries.ts";
import { RecoveryCodesDialog } from "./RecoveryCodesDialog.tsx";
import { RecoveryCodesRow } from "./RecoveryCodesRow.tsx";
import { RemoveFactorDialog } from "./RemoveFactorDialog.tsx";
import { makeRecoveryCodes } from "./recovery-codes.ts";
import { SetUpAuthenticator } from "./SetUpAuthenticator.tsx";
import { SetUpPhone } from "./SetUpPhone.tsx";

const lost = "If you lose them all, use a recovery code, or ask an administrator to remove the second step.";

/** The card of the second step: what is set up, with buttons to add and remove. */
export function FactorsCard({ account, codesLeft }: { account: Account; codesLeft: number }) {
  const phoneOffer = useQuery(accountQueries.phoneOffer());
  const [open, setOpen] = useState<"app" | "phone" | Factor | null>(null);
  const { factors } = account;
  const list = useRef<HTMLUListElement>(null);
  useRowFocus(list);
  const [codes, setCodes] = useState<string[]>();
  const close = () => setOpen(null);
  const finish = async () => {
    close();
    // The first second step comes with codes for when it is lost. Until they are created, the card offers to create
    // them.
    if (codesLeft === 0) setCodes(await makeRecoveryCodes().catch(() => undefined));
  };
  const setUp = { account, onClose: close, onSetUp: () => void finish() };
  const add = (
    <Button
      icon={Plus}
      variant={factors.length === 0 ? "primary" : "secondary"}
      wraps
      onClick={() => setOpen("app")}
    >
      {factors.length === 0 ? "Set up an authenticator app" : "Add another authenticator"}
    </Button>
  );

  return (
    <Card
      title="Second step"
      actions={<Tag tone={factors.length > 0 ? "good" : "neutral"}>{factors.length > 0 ? "On" : "Off"}</Tag>}
    >
      <div className="flex flex-col gap-4">
        <p className="text-muted">
          With it, signing in takes a code from your phone as well as the password. Somebody who learns your
          password still can't get in.
        </p>
        {factors.length > 0 && (
          <ul ref={list} aria-label="Second steps" className="divide-y divide-line border-y border-line">
            {factors.map((factor) => (
              <FactorRow key={factor.id} factor={factor} onRemove={() => setOpen(factor)} />
            ))}
          </ul>
        )}
        {factors.length === 1 && (
          <NoticeBanner>
            Set up a second authenticator, on another device or in a password manager, in case you lose the
            first. {lost}
          </NoticeBanner>
        )}
        {factors.length > 1 && <p className="text-small text-muted">{lost}</p>}
        {factors.length > 0 && <RecoveryCodesRow left={codesLeft} onMade={setCodes} />}
        <div className="flex flex-wrap gap-2 max-sm:*:w-full">
          {add}
          {phoneOffer.data && (
            <Button icon={MessageSquareText} wraps onClick={() => setOpen("phone")}>
              Use text messages
            </Button>
          )}
        </div>
      </div>
      {open === "app" && <SetUpAuthenticator {...setUp} />}
      {open === "phone" && <SetUpPhone {...setUp} />}
      {codes && (
        <RecoveryCodesDialog
          codes={codes}
          email={account.user.email ?? ""}
          onClose={() => setCodes(undefined)}
        />
      )}
      {open !== null && typeof open === "object" && (
        <RemoveFactorDialog factor={open} account={account} onClose={close} />
      )}
    </Card>
  );
}

function FactorRow({ factor, onRemove }: { factor: Factor; onRemove: () => void }) {
  const name = nameOf(factor);
  const Icon = factor.factor_type === "phone" ? MessageSquareText : KeyRound;
  const since = formatDay(dayOf(Date.parse(factor.created_at), businessTimeZone));
  return (
    <li data-row className="flex items-center gap-3 py-3">
      <span className="grid size-9 shrink-0 place-items-center rounded-full bg-good-soft text-good">
        <Icon size={18} aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-small text-muted">Since {since}</p>
      </div>
      <Button size="small" variant="danger-quiet" aria-label={`Remove ${name}`} onClick={onRemove}>
        Remove
      </Button>
    </li>
  );
}
