import * as z from 'zod/mini';
import type { Money } from '../../base/money.ts';
import type { WithSku, OffersFacts } from './observations.ts';

/**
 * Our prices over all SKUs, in cents and without duplicates. They are not stored by SKU, because an answer does not say
 * to which SKU an offer belongs. `away` contains former prices whose SKU is suspended or out of stock and may come
 * back.
 */
export const ownPrices = z.object({ cents: z.array(z.int()), away: z.array(z.int()), skus: z.int() });
export type OwnPrices = z.output<typeof ownPrices>;

export interface SeenPrices {
  /** Our prices, the lowest first. Prices in another currency than the lowest one are left out. */
  readonly prices: readonly Money[];
  /** The number of SKUs whose answer contains a price of ours. */
  readonly skus: number;
}

/** The limit on remembered prices, far more than a seller has SKUs of one product. */
const REMEMBERED = 20;

export function ownPricesOf(listings: readonly WithSku<OffersFacts>[]): SeenPrices {
  const answers = listings.map(pricesIn).filter((prices) => prices.length > 0);
  const sorted = answers.flat().toSorted((a, b) => a.cents - b.cents || (a.currency < b.currency ? -1 : 1));
  const comparable = sorted.filter(({ currency }) => currency === sorted[0]?.currency);
  const prices = comparable.filter(({ cents }, index) => cents !== comparable[index - 1]?.cents);
  return { prices: prices.slice(0, REMEMBERED), skus: answers.length };
}

const pricesIn = ({ ownPrice, offers }: OffersFacts): readonly Money[] =>
  [ownPrice, ...offers.map(({ isMine, price }) => (isMine ? price : null))].filter((price) => price !== null);

export const knownPrices = ({ prices, skus }: SeenPrices): OwnPrices => ({
  cents: prices.map(({ cents }) => cents),
  away: [],
  skus,
});

export interface PriceMove {
  readonly from: number;
  readonly to: number;
}

/**
 * Finds the change of one SKU's price that has changed our lowest price. The lowest price also changes when a SKU
 * disappears, returns at its old price or is new; none of these is a change of a price.
 */
export function followPrices(
  before: OwnPrices,
  seen: SeenPrices,
): { readonly known: OwnPrices; readonly move: PriceMove | null } {
  const { cents: now, skus } = knownPrices(seen);
  const gone = before.cents.filter((cents) => !now.includes(cents));
  const came = now.filter((cents) => !before.cents.includes(cents) && !before.away.includes(cents));
  // If the number of SKUs has not grown, a new price may come from one of several SKUs that shared a price until now.
  const doubled = skus > before.skus ? [] : before.cents;
  const moves = came.reduce<readonly PriceMove[]>((known, to) => {
    const left = gone.filter((cents) => !known.some(({ from }) => from === cents));
    const from = nearest(left, to) ?? nearest(before.away, to) ?? nearest(doubled, to);
    return from === null ? known : [...known, { from, to }];
  }, []);
  const away = [...gone, ...before.away].filter(
    (cents) => !now.includes(cents) && !moves.some(({ from }) => from === cents),
  );
  const fall = moves.find(({ from, to }) => to < from && to === now[0]);
  const rise = moves.find(({ from, to }) => to > from && from === before.cents[0]);
  return { known: { cents: now, away: away.slice(0, REMEMBERED), skus }, move: fall ?? rise ?? null };
}

/** Returns the price that is nearest by ratio, because the new price most likely comes from it. */
function nearest(prices: readonly number[], to: number): number | null {
  const ratio = (from: number): number => Math.abs(Math.log((from + 1) / (to + 1)));
  return prices.toSorted((a, b) => ratio(a) - ratio(b) || a - b)[0] ?? null;
}
