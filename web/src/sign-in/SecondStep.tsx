import { useSession } from "../api/session.ts";
import { SecondStepForm } from "./SecondStepForm.tsx";
import { cardClass, SignInFrame } from "./SignInFrame.tsx";
import { secondStepTitle } from "./second-factors.ts";

/** Stands in place of a page until a person with a second step has shown it; the page then follows at its address. */
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
