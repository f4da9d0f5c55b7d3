/** The longest contact numbers and address of a doctor, in characters. */
export const longestContact = 50;
export const longestAddress = 500;
