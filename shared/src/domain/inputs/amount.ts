/**
 * Returns a typed amount of dollars without its sign, its spaces and its separators of thousands: "1,250.50" is written
 * as the pages write amounts. Any other comma is that of "1,50", as many people type it.
 */
export function plainAmount(typed: string): string {
  const text = typed.replaceAll(/[\s$]/g, '');
  return /^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text.replace(',', '.');
}
