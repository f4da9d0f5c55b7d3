import { phoneNumbers } from "@rounds/domain/doctors/phone.ts";
import { callHref } from "./contact-ways.ts";

/** The numbers of a field, each to call with one tap, or an address to write to. Text without a number is shown as it is. */
export function ContactLink({ kind, value }: { kind: "tel" | "email"; value: string }) {
  if (kind === "email") return <Link href={`mailto:${encodeURI(value)}`} text={value} />;
  const numbers = phoneNumbers(value);
  const [only] = numbers;
  if (!only) return value;
  // One number keeps the words around it: "98220 11111 (evening)".
  if (numbers.length === 1) return <Link href={callHref(only.dial)} text={value} />;
  return numbers.map(({ typed, dial }) => (
    <span key={dial} className="block">
      <Link href={callHref(dial)} text={typed} />
    </span>
  ));
}

function Link({ href, text }: { href: string; text: string }) {
  return (
    <a
      href={href}
      className="font-medium break-words text-accent underline decoration-accent/40 underline-offset-3 hover:decoration-accent"
    >
      {text}
    </a>
  );
}
