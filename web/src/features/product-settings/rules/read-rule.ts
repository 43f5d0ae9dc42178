import { plainAmount } from '@app/shared/domain/inputs/amount.ts';
import type { TrackingState } from '@app/shared/domain/tracking.ts';
import type { Rule } from './rules.ts';

/** The fields of the form, of which only those of the chosen rule are read. */
interface TypedRule {
  readonly kind: Rule['kind'];
  readonly days: string;
  readonly dollars: string;
  readonly brand: string;
  readonly marketplace: string;
  readonly state: TrackingState;
}

/** Reads the rule of the form; `null` if a number is missing or wrong. */
export function readRule({ kind, days, dollars, brand, marketplace, state }: TypedRule): Rule | null {
  if (kind === 'brand') return { kind, brand, state };
  if (kind === 'marketplace') return { kind, marketplace, state };
  if (kind === 'withoutSale') return /^[1-9]\d{0,3}$/.test(days.trim()) ? { kind, days: Number(days) } : null;
  const amount = plainAmount(dollars);
  return /^\d{1,5}(\.\d{1,3})?$/.test(amount) ? { kind, dayMills: Math.round(Number(amount) * 1000) } : null;
}
