import { personName } from "@rounds/domain/account/person-name.ts";
import { type ReactNode, useState } from "react";
import { Button } from "../../ui/control/Button.tsx";
import { Card } from "../../ui/figure/Card.tsx";
import type { Account } from "../queries.ts";
import { EmailDialog } from "./EmailDialog.tsx";
import { NameDialog } from "./NameDialog.tsx";
import { PendingEmail } from "./PendingEmail.tsx";

type Props = {
  account: Account;
  /** Whether the present address must confirm a change. */
  bothAgree: boolean;
};

/** Name and email address. */
export function ProfileCard({ account: { user }, bothAgree }: Props) {
  const [open, setOpen] = useState<"name" | "email" | null>(null);
  const name = personName(user.user_metadata) ?? "";
  const { email = "", new_email, email_change_sent_at } = user;
  const close = () => setOpen(null);

  return (
    <Card title="Profile">
      <div className="divide-y divide-line">
        <SettingRow
          label="Name"
          value={name || <span className="text-muted">Not given</span>}
          action={
            <Button
              size="small"
              aria-label={name ? "Change name" : "Add name"}
              onClick={() => setOpen("name")}
            >
              {name ? "Change" : "Add"}
            </Button>
          }
        />
        <SettingRow
          label="Email address"
          value={email || <span className="text-muted">Not given</span>}
          action={
            <Button size="small" aria-label="Change email" onClick={() => setOpen("email")}>
              Change
            </Button>
          }
        />
      </div>
      {new_email && (
        <PendingEmail
          // Another change of address starts anew.
          key={`${new_email} ${email_change_sent_at ?? ""}`}
          email={email}
          new_email={new_email}
          sent={Date.parse(email_change_sent_at ?? "") || 0}
          both={bothAgree && email !== ""}
        />
      )}
      {open === "name" && <NameDialog name={name} onClose={close} />}
      {open === "email" && <EmailDialog email={email} onClose={close} />}
    </Card>
  );
}

/** A line of the account page: a value and, beside it, the button that changes it. */
function SettingRow({ label, value, action }: { label: string; value: ReactNode; action: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-3 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="text-small text-muted">{label}</p>
        <p className="mt-0.5 wrap-anywhere">{value}</p>
      </div>
      <div className="shrink-0 print:hidden">{action}</div>
    </div>
  );
}
