import { UserPlus, Users } from "lucide-react";
import { paths } from "../paths.ts";
import { ButtonLink } from "../ui/control/ButtonLink.tsx";
import { EmptyState } from "../ui/message/EmptyState.tsx";

/** For a person without doctors: the way to the first one. */
export function NoDoctors() {
  return (
    <EmptyState
      icon={Users}
      title="No doctors yet"
      hint="Add the doctors you visit, each with a class. Today then says whom to see first."
      action={
        <ButtonLink variant="primary" icon={UserPlus} target={paths.addDoctor()}>
          Add Doctor
        </ButtonLink>
      }
    />
  );
}
