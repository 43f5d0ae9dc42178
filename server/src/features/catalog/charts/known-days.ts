import { addDays } from '@app/shared/base/calendar-day.ts';
import { dayAt } from '@app/shared/base/marketplace-day.ts';
import type { ChartedProduct } from './charted-products-queries.ts';

/** The first report of orders covers this many whole days before the account was connected. */
const wholeDaysBefore = 59;

/** The days whose sales are completely known, and the first day whose numbers may still change. */
export interface KnownDays {
  readonly from: string;
  readonly to: string;
  /** The first day whose numbers may still change. */
  readonly open: string;
}

/** The marketplace of a product and the times between which its orders are known. */
type OrderTimes = Pick<ChartedProduct, 'marketplace' | 'connectedAt' | 'ordersReadAt'>;

/** Returns the known days of one product; `null` while no day is known. */
function knownDaysOf({ marketplace, connectedAt, ordersReadAt }: OrderTimes): KnownDays | null {
  if (ordersReadAt === null) return null;
  const to = dayAt(marketplace, ordersReadAt);
  return { from: addDays(dayAt(marketplace, connectedAt), -wholeDaysBefore), to, open: to };
}

/**
 * Returns the days that are known for all products of a family, since a sum without one product would look like a drop.
 */
export function knownDays(products: readonly OrderTimes[]): KnownDays | null {
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

/**
 * Returns the known days of a family and of one of its products. The family's last day may still change. Where the day is
 * final for the product, because only a sibling's orders could not be read since, it does not count as known.
 */
export function familyDays(family: readonly OrderTimes[], one: OrderTimes | null) {
  const all = knownDays(family);
  const own = one && knownDays([one]);
  const isPartial = all !== null && own !== null && all.open < own.open;
  return { all: isPartial ? { ...all, to: addDays(all.open, -1) } : all, own };
}

export const isKnown = (day: string, known: KnownDays | null): known is KnownDays =>
  known !== null && day >= known.from && day <= known.to;
