import { countIn } from '@app/shared/base/money.ts';
import type { SalesDay } from '@app/shared/contract/catalog.ts';

interface SalesData {
  readonly sales: readonly SalesDay[];
  readonly hasVariations: boolean;
  readonly marketplace: string;
}

/** The chart's content in one sentence, for sight and for screen readers; `null` when nothing is known yet. */
export function salesFinding({ sales, hasVariations, marketplace }: SalesData): string | null {
  const own = totalOf(sales, (day) => day.soldUnitsThisVariation);
  const all = totalOf(sales, (day) => day.soldUnitsAllVariations);
  if (own.final + own.open === 0) return null;
  const count = (value: number) => countIn(marketplace, value);
  const average = own.final === 0 ? null : own.finalUnits / own.final;
  const days = own.final + own.open;
  const sold = `${count(own.units)} sold in ${days === 1 ? '1 day' : `${days} days`}`;
  const perDay =
    average === null
      ? ''
      : `, about ${count(average < 10 ? Math.round(average * 10) / 10 : Math.round(average))} a day`;
  const familyDays = all.final + all.open;
  // The orders of a sibling may be known of fewer days, so that the family would seem to have sold less than this product.
  const inDays = familyDays === days ? '' : ` in ${familyDays === 1 ? '1 day' : `${familyDays} days`}`;
  const family = hasVariations && all.units > 0 ? ` All variations together: ${count(all.units)}${inDays}.` : '';
  const missing = sales.length - days;
  const unknown = missing === 0 ? '' : ` Of ${missing === 1 ? '1 day' : `${missing} days`} nothing is known.`;
  return `${sold}${perDay}.${family}${unknown}`;
}

function totalOf(sales: readonly SalesDay[], unitsOf: (day: SalesDay) => number | null) {
  const total = { units: 0, finalUnits: 0, final: 0, open: 0 };
  for (const day of sales) {
    const units = unitsOf(day);
    if (units === null) continue;
    total.units += units;
    if (day.final) total.finalUnits += units;
    total[day.final ? 'final' : 'open'] += 1;
  }
  return total;
}
