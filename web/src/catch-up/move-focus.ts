import type { KeyboardEvent } from "react";
import { isComposing } from "../ui/browser/is-composing.ts";

/** The fields of a row, as `data-field` names them. */
type FieldName = "met" | "products" | "notes" | "status" | "move_to";
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * The keys of the rows, for a form whose rows have `data-row` and their fields `data-field`: Enter goes to the next
 * thing that a person types, the arrow keys up and down to the row above or below, and those left and right, at the end
 * of a text, to the field beside it.
 */
export function moveFocus(event: KeyboardEvent<HTMLFormElement>, afterLast: () => void): void {
  if (isComposing(event.nativeEvent)) return;
  const { target, key } = event;
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const control = target as Control;
  const row = control.closest<HTMLElement>("[data-row]");
  const field = control.dataset?.field as FieldName | undefined;
  if (!row || !field) {
    // Enter saves other forms. Here it is pressed after every text, so that only Ctrl or ⌘ with Enter saves.
    if (key === "Enter" && control instanceof HTMLInputElement) event.preventDefault();
    return;
  }

  const to = nextOf(key, field, control, row);
  if (to === undefined) return;
  event.preventDefault();
  if (to === null) afterLast();
  else focusField(to);
}

/** The field to go to; null after the last row, undefined if the key is not one of these. */
function nextOf(
  key: string,
  field: FieldName,
  control: Control,
  row: HTMLElement,
): Control | null | undefined {
  switch (key) {
    case "Enter":
      if (field === "products") return fieldOf(row, "notes");
      return fieldOf(neighbour(row, 1), "products") ?? null;
    case "ArrowDown":
    case "ArrowUp": {
      // A list of choices, a day and a text of several lines use these keys themselves.
      if (field === "status" || field === "move_to" || control.value.includes("\n")) return undefined;
      return fieldOf(neighbour(row, key === "ArrowDown" ? 1 : -1), field) ?? undefined;
    }
    case "ArrowLeft":
      if (field === "products" && caretOf(control) === 0) return fieldOf(row, "met") ?? undefined;
      if (field === "notes" && caretOf(control) === 0) return fieldOf(row, "products") ?? undefined;
      return field === "status" ? (fieldOf(row, "notes") ?? undefined) : undefined;
    case "ArrowRight":
      if (field === "met") return fieldOf(row, "products") ?? undefined;
      if (caretOf(control) !== control.value.length) return undefined;
      if (field === "products") return fieldOf(row, "notes") ?? undefined;
      return field === "notes" ? (fieldOf(row, "status") ?? undefined) : undefined;
    default:
      return undefined;
  }
}

/** Where the caret stands; null if a part of the text is selected, or there is none. */
function caretOf(control: Control): number | null {
  if (control instanceof HTMLSelectElement) return null;
  return control.selectionStart === control.selectionEnd ? control.selectionStart : null;
}

function neighbour(row: HTMLElement, step: 1 | -1): HTMLElement | undefined {
  const rows = [...(row.closest("form")?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
  return rows[rows.indexOf(row) + step];
}

function fieldOf(row: HTMLElement | undefined, field: FieldName): Control | null {
  return row?.querySelector<Control>(`[data-field="${field}"]`) ?? null;
}

/** Focuses a field, with the caret after its text, in sight above the bar at a phone's bottom. */
function focusField(control: Control): void {
  control.focus({ preventScroll: true });
  if (!(control instanceof HTMLSelectElement) && control.type !== "checkbox") {
    control.setSelectionRange(control.value.length, control.value.length);
  }
  control.scrollIntoView({ block: "nearest" });
}

/** Focuses a field of a doctor's row; its products if it has no such field. */
export function focusRow(form: HTMLFormElement | null, doctor_id: string, field: string): void {
  const row = form?.querySelector<HTMLElement>(`[data-row="${doctor_id}"]`);
  const control = fieldOf(row ?? undefined, field as FieldName) ?? fieldOf(row ?? undefined, "products");
  if (control) focusField(control);
}

/**
 * Goes on with the first row, or with adding a doctor, if the row that had the focus was saved and is gone, or if the Save
 * button has it. On a touch screen nothing is focused: a keyboard would cover the rows. Nor is anything if the screen was left
 * meanwhile.
 */
export function focusAfterSaving(form: HTMLFormElement | null): void {
  const { activeElement, body } = document;
  const isHere = activeElement === body || activeElement === form?.querySelector("[type=submit]");
  if (!form || !isHere || window.matchMedia("(hover: none)").matches) return;
  const next = form.querySelector<HTMLInputElement>("[data-row] [data-field=products], [data-add] input");
  if (next) focusField(next);
}
