/** A part of an invoice in mills: the base, a tier, a package, a discount, a correction. */
export interface InvoicePart {
  readonly description: string;
  readonly mills: number;
}

export interface InvoiceLine extends InvoicePart {
  readonly cents: number;
}

interface InvoiceAmounts {
  /** The lines, which add up to `totalCents`. */
  readonly lines: readonly InvoiceLine[];
  readonly totalCents: number;
  /** The remainder in mills that is carried to the next invoice; less than one cent unless nothing is invoiced. */
  readonly carryMills: number;
}

/** The provider refuses charges below 0.50 USD, so smaller amounts wait for the next invoice. */
export const leastInvoiceCents = 50;

const millsPerCent = 10;

/**
 * Computes an invoice from its parts and from the rest of the one before. Only whole cents are charged; the rest is
 * carried over, so that no mill is lost or charged twice. Returns `null` for the amounts if nothing is to be charged;
 * then everything is carried over.
 */
export function invoiceAmounts(
  parts: readonly InvoicePart[],
  carriedMills: number,
): { readonly amounts: InvoiceAmounts | null; readonly carryMills: number } {
  const carried = carriedMills === 0 ? [] : [{ description: 'Carried over', mills: carriedMills }];
  const all = [...parts, ...carried].filter(({ mills }) => mills !== 0);
  const mills = all.reduce((sum, part) => sum + part.mills, 0);
  const totalCents = Math.floor(mills / millsPerCent);
  if (totalCents < leastInvoiceCents) return { amounts: null, carryMills: mills };
  const carryMills = mills - totalCents * millsPerCent;
  return { amounts: { lines: inCents(all, totalCents), totalCents, carryMills }, carryMills };
}

/** Rounds the parts to cents by the largest remainders, so that they add up to the total. */
function inCents(parts: readonly InvoicePart[], totalCents: number): readonly InvoiceLine[] {
  const floors = parts.map(({ mills }) => Math.floor(mills / millsPerCent));
  let missing = totalCents - floors.reduce((sum, cents) => sum + cents, 0);
  const byRemainder = parts
    .map(({ mills }, place) => ({ place, rest: mills - (floors[place] ?? 0) * millsPerCent }))
    .toSorted((a, b) => b.rest - a.rest || a.place - b.place);
  const rounded = new Set<number>();
  for (const { place } of byRemainder) {
    if (missing <= 0) break;
    rounded.add(place);
    missing -= 1;
  }
  return parts.map((part, place) => ({ ...part, cents: (floors[place] ?? 0) + (rounded.has(place) ? 1 : 0) }));
}
