import {
  everythingAllowed,
  ownWorkOnly,
  type PermissionTable,
  permissionTable,
} from "@rounds/domain/account/permission-table.ts";
import { limitedRoles, permissionLabel, permissions } from "@rounds/domain/account/permissions.ts";
import { useQuery } from "@tanstack/react-query";
import { Check, Pencil } from "lucide-react";
import { type ReactNode, useState } from "react";
import { FormDialog } from "../../form/FormDialog.tsx";
import { undoOffer } from "../../history/undo-offer.ts";
import { Button } from "../../ui/control/Button.tsx";
import { Card } from "../../ui/figure/Card.tsx";
import { QueryFallback } from "../../ui/message/QueryFallback.tsx";
import { toast } from "../../ui/message/toast.ts";
import { changePermissions, permissionSettingsQuery } from "./settings.ts";

const roleNames = { manager: "Managers", representative: "Representatives" } as const;

/** The choices with which most companies begin. */
export const presets: readonly { label: string; table: PermissionTable }[] = [
  { label: "Everybody may do everything", table: everythingAllowed },
  { label: "Representatives only their own", table: ownWorkOnly },
];

/** Who may do what, with a button to change it. */
export function PermissionsCard() {
  const query = useQuery(permissionSettingsQuery);
  const { data } = query;
  const [changing, setChanging] = useState(false);
  return (
    <Card
      title="Who may do what"
      actions={
        data && (
          <Button icon={Pencil} size="small" aria-haspopup="dialog" onClick={() => setChanging(true)}>
            Change
          </Button>
        )
      }
    >
      <p className="text-muted">
        Administrators may do everything. A doctor or visit is one's own if it is nobody else's.
      </p>
      {data ? (
        <Permissions cell={(role, permission) => <Allowed is={data.table[role][permission]} />} />
      ) : (
        <div className="mt-3">
          <QueryFallback
            query={query}
            message="The permissions could not be loaded."
            lines={6}
            label="Loading the permissions"
          />
        </div>
      )}
      {data && changing && <PermissionsDialog table={data.table} onClose={() => setChanging(false)} />}
    </Card>
  );
}

type Cell = (role: (typeof limitedRoles)[number], permission: (typeof permissions)[number]) => ReactNode;

function Permissions({ cell }: { cell: Cell }) {
  return (
    <table className="mt-4 w-full text-left">
      <caption className="sr-only">Permissions by role</caption>
      <thead className="text-small text-muted">
        <tr className="border-b border-line">
          <th scope="col" className="py-2 font-medium">
            May
          </th>
          {limitedRoles.map((role) => (
            <th
              key={role}
              scope="col"
              className="py-2 pl-3 text-center font-medium max-[22.5rem]:px-0 max-[22.5rem]:[writing-mode:vertical-rl]"
            >
              {roleNames[role]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {permissions.map((permission) => (
          <tr key={permission} className="border-b border-line last:border-0">
            <th scope="row" className="py-2.5 font-normal">
              {permissionLabel(permission)}
            </th>
            {limitedRoles.map((role) => (
              <td key={role} className="py-1 pl-3 text-center">
                {cell(role, permission)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Allowed({ is }: { is: boolean }) {
  if (!is) return <span className="text-muted">No</span>;
  return (
    <>
      <Check size={18} aria-hidden="true" className="inline text-good" />
      <span className="sr-only">Yes</span>
    </>
  );
}

function PermissionsDialog({ table, onClose }: { table: PermissionTable; onClose: () => void }) {
  const [before] = useState(table);
  return (
    <FormDialog
      title="Who may do what"
      description="A change holds at once, also where somebody is at work."
      schema={permissionTable}
      defaultValues={before}
      onSave={(values) => changePermissions(values, before)}
      onSaved={(saved) => {
        toast.success("Permissions saved.", undoOffer(saved, { noun: "permissions" }));
        onClose();
      }}
      onClose={onClose}
      errorText="Error saving. Please try again."
    >
      {({ register, setValue }) => (
        <>
          <div className="flex flex-wrap gap-2">
            {presets.map((preset) => (
              <Button
                key={preset.label}
                size="small"
                wraps
                onClick={() => {
                  for (const role of limitedRoles) setValue(role, preset.table[role], { shouldDirty: true });
                }}
              >
                {preset.label}
              </Button>
            ))}
          </div>
          <Permissions
            cell={(role, permission) => (
              <label className="inline-flex size-11 items-center justify-center">
                <span className="sr-only">{`${roleNames[role]}: ${permissionLabel(permission)}`}</span>
                <input
                  type="checkbox"
                  {...register(`${role}.${permission}`)}
                  className="size-5 shrink-0 accent-accent"
                />
              </label>
            )}
          />
        </>
      )}
    </FormDialog>
  );
}
