import type { OwnAccount } from "@rounds/domain/account/account.ts";
import { useState } from "react";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { PasswordDialog } from "./PasswordDialog.tsx";

/** Changes the password, or sets the first one. */
export function PasswordCard({ email, own }: { email: string; own: OwnAccount["password"] }) {
  const [open, setOpen] = useState(false);
  return (
    <Card title="Password">
      <div className="flex items-center justify-between gap-4 max-sm:flex-col max-sm:items-stretch">
        <p className="min-w-0 text-muted">
          {own.is_set
            ? "Use one that you use nowhere else. Changing it signs your other devices out."
            : "You have none: you sign in with a mailed code. With a password you don't need to wait for a mail."}
        </p>
        <div className="grid shrink-0">
          <Button onClick={() => setOpen(true)}>{own.is_set ? "Change password" : "Set a password"}</Button>
        </div>
      </div>
      {open && <PasswordDialog email={email} own={own} onClose={() => setOpen(false)} />}
    </Card>
  );
}
