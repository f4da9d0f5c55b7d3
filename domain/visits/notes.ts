/** The longest notes of a visit, in characters. */
export const longestNotes = 5000;

/** The longest preview of notes, in characters. */
const notesPreviewLength = 50;

/** Notes in a list: the first 50 characters followed by "...", or "No notes". */
export function notesPreview(notes: string | null): string {
  if (!notes) return "No notes";
  const characters = Array.from(notes);
  if (characters.length <= notesPreviewLength) return notes;
  return `${characters.slice(0, notesPreviewLength).join("")}...`;
}
