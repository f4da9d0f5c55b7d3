/** A number to call or an address to write to, with one tap. */
export function ContactLink({ kind, value }: { kind: "tel" | "email"; value: string }) {
  const href = kind === "tel" ? `tel:${value.replace(/[^\d+*#,;]/g, "")}` : `mailto:${encodeURI(value)}`;
  return (
    <a
      href={href}
      className="font-medium break-words text-accent underline decoration-accent/40 underline-offset-3 hover:decoration-accent"
    >
      {value}
    </a>
  );
}
