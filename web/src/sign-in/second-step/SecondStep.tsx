import { useSession } from "../../api/session/session.ts";
import { cardClass, SignInFrame } from "../SignInFrame.tsx";
import { SecondStepForm } from "./SecondStepForm.tsx";
import { secondStepTitle } from "./second-factors.ts";

/** Replaces a page until a person with a second step has done it; then the page opens at its address. */
export function SecondStep() {
  const { user } = useSession();
  return (
    <SignInFrame title={secondStepTitle} lead={user?.email}>
      <div className={cardClass}>
        <SecondStepForm />
      </div>
    </SignInFrame>
  );
}
