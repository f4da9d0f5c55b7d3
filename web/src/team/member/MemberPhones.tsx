import { deviceOf } from "@rounds/domain/account/device.ts";
import type { Device } from "@rounds/domain/sync/sync.ts";
import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { now } from "../../api/clock.ts";
import { businessTimeZone } from "../../api/page-settings.ts";
import { Card } from "../../ui/figure/Card.tsx";
import { Tag } from "../../ui/figure/Tag.tsx";
import { teamQueries } from "../queries.ts";
import { phoneWords } from "./phone-words.ts";

/** The devices on which somebody works without a connection; nothing if there are none. */
export function MemberPhones({ id }: { id: string }) {
  const { data = [] } = useQuery(teamQueries.phones(id));
  if (data.length === 0) return null;
  return (
    <Card title="Without a connection" flush>
      <ul aria-label="Without a connection" className="border-t border-line">
        {data.map((device) => (
          <OnePhone key={device.id} device={device} />
        ))}
      </ul>
    </Card>
  );
}

function OnePhone({ device }: { device: Device }) {
  const { last, waiting, warning } = phoneWords(device, now(), businessTimeZone);
  return (
    <li className="border-b border-line px-4 py-3 last:border-b-0 sm:px-5">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
        {deviceOf(device.user_agent).name}
        {warning && (
          <Tag tone="warning">
            <TriangleAlert aria-hidden="true" size={14} className="mr-1" />
            {warning}
          </Tag>
        )}
      </p>
      <p className="text-small text-muted">{last}</p>
      <p className="text-small text-muted">{waiting}</p>
    </li>
  );
}
