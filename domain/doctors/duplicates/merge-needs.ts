/** Why a merge, or undoing one, needs a permission: the first words of a refusal. */
export const mergeNeeds = {
  doctor: "The doctor who goes belongs to somebody else.",
  visits: "Others have recorded visits to the doctor who goes.",
  undo: "Visits that others recorded would move back.",
};
