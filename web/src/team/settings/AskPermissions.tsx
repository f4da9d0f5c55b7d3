import { everythingAllowed } from "@rounds/domain/account/permission-table.ts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { asApiError } from "../../api/api-error.ts";
import { undoOffer } from "../../history/undo-offer.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/control/Button.tsx";
import { IconButton } from "../../ui/control/IconButton.tsx";
import { Card } from "../../ui/figure/Card.tsx";
import { toast } from "../../ui/message/toast.ts";
import { TextLink } from "../../ui/navigation/TextLink.tsx";
import { presets } from "./PermissionsCard.tsx";
import { permissionSettingsQuery, savePermissions } from "./settings.ts";

/** Asks a new company once who may do what, below its list of people; nothing once somebody has chosen. */
export function AskPermissions() {
  const { data } = useQuery(permissionSettingsQuery);
  const saving = useMutation({
    mutationFn: savePermissions,
    onSuccess: (saved) => toast.success("Permissions saved.", undoOffer(saved, { noun: "permissions" })),
    onError: (thrown) => toast.error(asApiError(thrown).message),
  });
  if (!data || data.is_chosen) return null;
  return (
    <Card
      title="Who may do what?"
      actions={
        <IconButton
          icon={X}
          label="Leave it as it is"
          disabled={saving.isPending}
          onClick={() => saving.mutate(everythingAllowed)}
        />
      }
    >
      <p className="text-muted">
        So far, everybody may do everything. Choose what fits; you can change it at any time in{" "}
        <TextLink target={paths.teamSettings()}>Team settings</TextLink>.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {presets.map(({ label, table }) => (
          <Button key={label} wraps disabled={saving.isPending} onClick={() => saving.mutate(table)}>
            {label}
          </Button>
        ))}
      </div>
    </Card>
  );
}
