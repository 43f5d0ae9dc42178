import type { PackageSize } from './details.ts';

export type SizeTier = 'SmallStandard' | 'LargeStandard' | 'LargeBulky';

/** What the marketplace keeps of one sold unit. Money is in cents of the marketplace's currency. */
export interface Fees {
  fbaCents: number;
  readonly usualFbaCents: number;
  readonly referralPercent: number;
  readonly variableClosingCents: number;
  sizeTier: SizeTier;
}

/** The marketplace keeps at least this much of every sale. */
const leastReferralCents = 30;

export const referralCents = ({ referralPercent }: Fees, priceCents: number): number =>
  Math.max(leastReferralCents, Math.round((priceCents * referralPercent) / 100));

/** Limits in the manner of the marketplace's table: longest side and weight. */
export function sizeTierOf({ sizesMm, weightGrams }: PackageSize): SizeTier {
  const [longest, , shortest] = sizesMm;
  if (longest <= 380 && shortest <= 20 && weightGrams <= 450) return 'SmallStandard';
  return longest <= 457 && weightGrams <= 9000 ? 'LargeStandard' : 'LargeBulky';
}
