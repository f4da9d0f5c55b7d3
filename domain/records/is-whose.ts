/** Whether somebody's row passes `whoseFilter`, for the person who asks. */
export function isWhose(asked: string, owner: string | null, person: string | null): boolean {
  if (asked === "") return true;
  if (asked === "nobody") return owner === null;
  return owner !== null && owner === (asked === "me" ? person : asked);
}
