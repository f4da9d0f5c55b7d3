import type { ReactNode } from "react";

const tones = {
  neutral: "border-line bg-sunken text-ink",
  accent: "border-transparent bg-accent-soft text-accent-strong",
  good: "border-good-line bg-good-soft text-good",
  warning: "border-warn-line bg-warn-soft text-warn",
  danger: "border-danger-line bg-danger-soft text-danger",
};

/** A short word in a frame, such as "Low Stock" or a doctor's class. */
export function Tag({ tone = "neutral", children }: { tone?: keyof typeof tones; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center rounded-full border px-2 py-px text-small font-medium whitespace-nowrap ${tones[tone]}`}
    >
      {children}
    </span>
  );
}
