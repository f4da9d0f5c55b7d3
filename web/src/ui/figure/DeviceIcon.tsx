import type { Device } from "@rounds/domain/account/device.ts";
import { type LucideIcon, Monitor, MonitorSmartphone, Smartphone, Tablet } from "lucide-react";

const icons: Record<Device["kind"], LucideIcon> = {
  phone: Smartphone,
  tablet: Tablet,
  desk: Monitor,
  unknown: MonitorSmartphone,
};

/** What kind of device it is; its name stands beside it. */
export function DeviceIcon({ kind }: { kind: Device["kind"] }) {
  const Icon = icons[kind];
  return <Icon size={18} aria-hidden="true" />;
}
