import type { CSSProperties, ReactNode } from "react";
import type { Marks } from "./useMarks.ts";

type Props = {
  marks: Marks;
  index: number;
  /** The text for screen readers: name and figure. */
  name: string;
  /** The mark itself says everything: a tap opens it at once, without a tooltip first. */
  direct?: boolean;
  className: string;
  style?: CSSProperties;
  children?: ReactNode;
};

/** One mark for keyboard and pointer: a link if there is a list behind it. */
export function Mark({ marks, index, name, direct, className, style, children }: Props) {
  const { href, ref, ...props } = marks.markProps(index, direct);
  if (href) {
    return (
      <a {...props} ref={ref} href={href} aria-label={name} className={className} style={style}>
        {children}
      </a>
    );
  }
  return (
    <span {...props} ref={ref} role="img" aria-label={name} className={className} style={style}>
      {children}
    </span>
  );
}
