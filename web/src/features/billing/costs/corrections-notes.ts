import type { Costs } from '../billing-queries.ts';
import { dollars } from '../money.ts';

/** Says why the next bill differs from the costs of its days; empty if it does not. */
export function correctionsNotes({ correctionsAmount: amount }: Pick<Costs['period'], 'correctionsAmount'>) {
  if (amount === 0) return [];
  return [
    amount < 0 ? `${dollars(-amount)} of credits deducted` : `${dollars(amount)} of fees and corrections included`,
  ];
}
