import { Tag } from "./Tag.tsx";

/** Says of a row that it waits on this phone for a connection, or for a decision. */
export function WaitingTag({ waiting }: { waiting: "waiting" | "needs_you" }) {
  return waiting === "waiting" ? <Tag>Waiting</Tag> : <Tag tone="warning">Needs you</Tag>;
}
