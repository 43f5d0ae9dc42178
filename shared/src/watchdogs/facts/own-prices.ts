import * as z from 'zod/mini';
import type { Money } from '../../base/money.ts';
import type { WithSku, OffersFacts } from './observations.ts';

/**
 * Our prices over all SKUs, in cents and without duplicates, because the offers of an answer do not say whose SKU they
 * belong to. A price in `away` was ours when it was last seen: its SKU is suspended or out of stock, and may come back.
 */
export const ownPrices = z.object({ cents: z.array(z.int()), away: z.array(z.int()), skus: z.int() });
export type OwnPrices = z.output<typeof ownPrices>;

export interface SeenPrices {
  /** The lowest price first; prices in another currency than that one are left out. */
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
 * Finds the change of one SKU's price that changed our lowest price. A SKU that is gone, comes back at its old price or
 * is new changes which price is the lowest, but is no move of a price.
 */
export function followPrices(
  before: OwnPrices,
  seen: SeenPrices,
): { readonly known: OwnPrices; readonly move: PriceMove | null } {
  const { cents: now, skus } = knownPrices(seen);
  const gone = before.cents.filter((cents) => !now.includes(cents));
  const came = now.filter((cents) => !before.cents.includes(cents) && !before.away.includes(cents));
  // When the number of SKUs has not grown, a new price may be that of one of several SKUs that had the same price.
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

/** The price that is nearest by ratio, and thus the likeliest origin of the new one. */
function nearest(prices: readonly number[], to: number): number | null {
  const ratio = (from: number): number => Math.abs(Math.log((from + 1) / (to + 1)));
  return prices.toSorted((a, b) => ratio(a) - ratio(b) || a - b)[0] ?? null;
}
