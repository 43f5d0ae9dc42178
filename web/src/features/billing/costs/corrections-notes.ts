import type { Costs } from '../billing-queries.ts';
import { dollars } from '../money.ts';

type Facts = Pick<Costs['period'], 'correctionsAmount' | 'carriedAmount'>;

/** Says why the next bill differs from the costs of its days; empty if it does not. */
export const correctionsNotes = ({ correctionsAmount: amount, carriedAmount: carried }: Facts): readonly string[] => [
  ...(amount < 0 ? [`${dollars(-amount)} of credits deducted`] : []),
  ...(amount > 0 ? [`${dollars(amount)} of fees and corrections included`] : []),
  ...(carried < 0 ? [`${dollars(-carried)} of credits left from the last bill`] : []),
  // Nearly each bill leaves a part of a cent.
  ...(carried >= 1 ? [`${dollars(carried)} carried over from the last bill`] : []),
];
