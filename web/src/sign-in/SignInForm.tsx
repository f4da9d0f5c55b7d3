import type { ComponentProps, FormEvent, ReactNode } from "react";
import { Button } from "../ui/control/Button.tsx";
import { ErrorBanner } from "../ui/message/ErrorBanner.tsx";
import { cardClass, SignInFrame } from "./SignInFrame.tsx";
import { WaitLine } from "./WaitLine.tsx";

type Props = Pick<ComponentProps<typeof SignInFrame>, "lead" | "foot"> & {
  title: string;
  /** Above what went wrong: notices. */
  notices?: ReactNode;
  error: ComponentProps<typeof ErrorBanner>["message"];
  /** The fields. */
  children: ReactNode;
  submitLabel: string;
  busyLabel: string;
  busy: boolean;
  /** For how many seconds it can't be sent. */
  wait?: number;
  onSubmit: (fields: FormData) => void;
  /** Below the button, another way on. */
  other?: ReactNode;
  /** Below the card. */
  below?: ReactNode;
};

/** A screen before signing in that is one form: the title, what went wrong, the fields, one button. */
export function SignInForm(props: Props) {
  const { title, lead, foot, busy, wait = 0 } = props;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!busy) props.onSubmit(new FormData(event.currentTarget));
  };
  return (
    <SignInFrame title={title} lead={lead} foot={foot}>
      <form noValidate onSubmit={submit} aria-label={title} className={cardClass}>
        {props.notices}
        <ErrorBanner message={props.error} />
        {props.children}
        <div>
          <Button
            type="submit"
            variant="primary"
            wide
            busy={busy}
            busyLabel={props.busyLabel}
            disabled={wait > 0}
          >
            {props.submitLabel}
          </Button>
          <WaitLine seconds={wait} />
        </div>
        {props.other}
      </form>
      {props.below}
    </SignInFrame>
  );
}
