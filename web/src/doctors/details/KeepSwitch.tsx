import { syncRoutes } from "@rounds/domain/sync/routes.ts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { asApiError, isMissing } from "../../api/api-error.ts";
import { call } from "../../api/client.ts";
import { currentPhone } from "../../api/phone/phone-slot.ts";
import { queryClient } from "../../api/query-client.ts";
import { SwitchCard } from "../../ui/control/SwitchCard.tsx";
import { toast } from "../../ui/message/toast.ts";
import { doctorQueries } from "../queries.ts";

/** Chooses a doctor to be kept on the phone, in a business with too many doctors for all of them. */
export default function KeepSwitch({ doctor_id }: { doctor_id: string }) {
  const query = doctorQueries.pin(doctor_id);
  const { data } = useQuery(query);
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (on: boolean) => call(on ? syncRoutes.pin : syncRoutes.unpin, { params: { id: doctor_id } }),
    onSuccess: (pin) => {
      queryClient.setQueryData(query.queryKey, pin);
      void currentPhone()?.sync("asked");
    },
    onError: (error) =>
      toast.error(
        isMissing(error) ? asApiError(error).message : "Error saving the choice. Please try again.",
      ),
  });
  if (!data) return null;
  const on = isPending ? variables : data.pinned;
  return (
    <div className="print:hidden">
      <SwitchCard
        label="Keep on this phone"
        hint="Also without a connection, as your own doctors are."
        on={on}
        onChange={(next) => !isPending && mutate(next)}
      />
    </div>
  );
}
