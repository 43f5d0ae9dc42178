/** Cents as a short label of an axis: $0, $0.20, $5, $1.2k. */
export function axisMoney(cents: number): string {
  if (cents === 0) return '$0';
  if (cents >= 100_000) return `$${Number((cents / 100_000).toFixed(1))}k`;
  return cents % 100 === 0 ? `$${cents / 100}` : `$${(cents / 100).toFixed(2)}`;
}
