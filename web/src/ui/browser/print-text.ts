/** Prints a plain text alone, without the page that shows it. */
export function printText(title: string, text: string): void {
  const frame = document.createElement("iframe");
  frame.hidden = true;
  document.body.append(frame);
  const { contentDocument: paper, contentWindow: printer } = frame;
  if (!paper || !printer) {
    frame.remove();
    return;
  }
  const body = paper.createElement("pre");
  body.textContent = text;
  paper.title = title;
  paper.body.append(body);
  printer.addEventListener("afterprint", () => frame.remove());
  printer.print();
}
