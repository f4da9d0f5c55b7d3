/**
 * A number with its whole part grouped as in India: "-1234567.50" gives "-12,34,567.50". Done by hand, because the first number that
 * `Intl` formats takes 3 % of the script's time until a list is shown.
 */
export function groupDigits(number: string): string {
  return number.replace(/\d+/, (digits) => digits.replace(/\d(?=(?:\d\d)*\d{3}$)/g, "$&,"));
}
