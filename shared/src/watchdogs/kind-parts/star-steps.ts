/**
 * Rounds a rating to half stars, both in tenths: 43 → 40, 47 → 45, 48 → 50. Section 9, "Star rating rounding": a
 * fraction of up to 7 tenths rounds down, so only 8 and 9 tenths reach the next whole star.
 */
export function roundedStars(tenths: number): number {
  const whole = Math.floor(tenths / 10) * 10;
  const fraction = tenths - whole;
  if (fraction > 7) return whole + 10;
  return fraction >= 5 ? whole + 5 : whole;
}

/** 43 → "4.3". */
export const starsText = (tenths: number): string => (tenths / 10).toFixed(1);
