/** A page that nobody sees is not painted: then it is not waited for, in milliseconds. */
const longest = 100;

/** Resolves once the browser has painted what has just changed. What takes longer comes after it. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, longest);
    // The next frame begins once this one is on its way to the screen.
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
}
