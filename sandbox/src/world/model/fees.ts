import type { PackageSize } from './details.ts';

type SizeTier = 'SmallStandard' | 'LargeStandard' | 'LargeBulky';

/** Amazon's fees for one sold unit. Amounts are in cents of the marketplace's currency. */
export interface Fees {
  fbaCents: number;
  readonly usualFbaCents: number;
  readonly referralPercent: number;
  readonly variableClosingCents: number;
  sizeTier: SizeTier;
}

/** Minimum referral fee. */
const leastReferralCents = 30;

export const referralCents = ({ referralPercent }: Fees, priceCents: number): number =>
  Math.max(leastReferralCents, Math.round((priceCents * referralPercent) / 100));

/** Returns the size tier by the longest side, shortest side and weight, similar to Amazon's table. */
export function sizeTierOf({ sizesMm, weightGrams }: PackageSize): SizeTier {
  const [longest, , shortest] = sizesMm;
  if (longest <= 380 && shortest <= 20 && weightGrams <= 450) return 'SmallStandard';
  return longest <= 457 && weightGrams <= 9000 ? 'LargeStandard' : 'LargeBulky';
}
