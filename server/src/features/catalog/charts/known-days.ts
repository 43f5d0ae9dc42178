import { addDays, dayAt } from '@app/shared/base/marketplace-day.ts';
import type { ChartedProduct } from './charted-products-queries.ts';

/** The first look back reaches into the day before these. */
const wholeDaysBefore = 59;

/** The days of which all that was sold is known, and those of which it may still change. */
export interface KnownDays {
  readonly from: string;
  readonly to: string;
  /** From this day on numbers may still change. */
  readonly open: string;
}

/** Of one product; `null` while nothing is known. */
function knownDaysOf({ marketplace, connectedAt, ordersReadAt }: ChartedProduct): KnownDays | null {
  if (ordersReadAt === null) return null;
  const to = dayAt(marketplace, ordersReadAt);
  return { from: addDays(dayAt(marketplace, connectedAt), -wholeDaysBefore), to, open: to };
}

/** Of a family nothing is known of a day on which one of it is unknown: a sum without it would look like a drop. */
export function knownDays(products: readonly ChartedProduct[]): KnownDays | null {
  const all = products.map(knownDaysOf);
  const known = all.filter((one) => one !== null);
  if (known.length === 0 || known.length < all.length) return null;
  const [first] = known.map(({ to }) => to).toSorted();
  const last = known
    .map(({ from }) => from)
    .toSorted()
    .at(-1);
  return { from: last ?? '', to: first ?? '', open: first ?? '' };
}

export const isKnown = (day: string, known: KnownDays | null): known is KnownDays =>
  known !== null && day >= known.from && day <= known.to;
