/** What to ask before something typed is left that is not saved, or of which nobody knows whether it is (`isUnknown`). */
export function unsavedQuestion(act: "Leave" | "Sign out", isUnknown: boolean) {
  return {
    title: `${act} ${isUnknown ? "now" : "without saving"}?`,
    question: isUnknown
      ? "It is not known whether what you typed here was saved."
      : "What you typed here is not saved yet.",
    cancelLabel: "Keep editing",
  };
}
