/** Whether only the smallest form is run, which shows that a command works and measures nothing that counts. */
export const isQuick = process.argv.includes("--quick");

/** A size, a number of rounds or a time: the usual one, or the one of `--quick`. */
export const unlessQuick = <Value>(usual: Value, quick: Value): Value => (isQuick ? quick : usual);
