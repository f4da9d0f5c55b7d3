import type { ComponentProps, ReactNode } from "react";
import { ButtonLink } from "../control/ButtonLink.tsx";
import { Card } from "../figure/Card.tsx";
import { EmptyState } from "./EmptyState.tsx";

type Props = Pick<ComponentProps<typeof EmptyState>, "icon" | "title" | "hint"> &
  Pick<ComponentProps<typeof ButtonLink>, "target"> & { children: ReactNode };

/**
 * Shown in place of a row's screen if the row does not exist; `children` are the words of the link back to `target`.
 */
export function MissingCard({ target, children, ...state }: Props) {
  return (
    <Card>
      <EmptyState {...state} action={<ButtonLink target={target}>{children}</ButtonLink>} />
    </Card>
  );
}
