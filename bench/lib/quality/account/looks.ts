import { dayMs, hourMs } from '@app/shared/base/time.ts';
import { marketplaces } from '@app/shared/base/marketplaces.ts';
import type { Facts } from '@app/shared/watchdogs/facts/observations.ts';
import { nobody, own, type AccountSeries, type ProductSeries } from './account-series.ts';

type OffersFacts = Omit<Facts['offers'][number], 'sku'>;

/** The facts that one look at a product has returned. */
export type Look = { readonly at: Date } & (
  | { readonly aspect: 'offers'; readonly facts: OffersFacts }
  | { readonly aspect: 'rating'; readonly facts: Facts['rating'] }
  | { readonly aspect: 'sales'; readonly facts: Facts['sales'] }
);

/** The sales of a day are complete this long after the end of the day. */
export const salesKnownAfterMs = 12 * hourMs;
const salesDays = 120;
/**
 * The total of offers while the other sellers are unknown. A constant number keeps the watchdog from reporting new
 * sellers.
 */
const unknownOffers = 100;

export const currencyOf = (code: string): string => marketplaces.find((one) => one.code === code)?.currency ?? 'USD';

/** The number of days before the first judgement, for a series that contains only sales. Their sales are known then. */
const historyDays = 28;

/** Returns the time at which watching begins. The sales of the days before are known then. */
export function startOf({ products }: AccountSeries): Date {
  const firstLooks = products.flatMap(({ buyBox, sellers, prices, ratings }) =>
    [buyBox[0], sellers[0], prices[0], ratings[0]].flatMap((look) => look?.at.getTime() ?? []),
  );
  const firstDays = products.flatMap(({ orders }) =>
    orders[0] ? Date.parse(orders[0].day) + historyDays * dayMs : [],
  );
  return new Date((firstLooks.length > 0 ? firstLooks : firstDays).reduce((a, b) => Math.min(a, b), Infinity));
}

/** Returns the looks at a product from `start` on, in the order of time. */
export function looksAt(series: ProductSeries, start: Date): Look[] {
  return [...looksAtOffers(series), ...looksAtRatings(series), ...looksAtSales(series)]
    .filter(({ at }) => at >= start)
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

/**
 * Returns the looks at offers. A seller list and a price stay known until the next known value; a buy box holder is
 * known only at its own look.
 */
function looksAtOffers({ marketplace, buyBox, sellers, prices }: ProductSeries): Look[] {
  const holders = new Map(buyBox.map(({ at, value }) => [at.getTime(), value]));
  const lists = new Map(sellers.map(({ at, value }) => [at.getTime(), value]));
  const amounts = new Map(prices.map(({ at, value }) => [at.getTime(), value]));
  const times = [...new Set([...holders.keys(), ...lists.keys(), ...amounts.keys()])].toSorted((a, b) => a - b);
  let others: readonly string[] | null = null;
  let cents: number | null = null;
  return times.map((time) => {
    others = lists.get(time) ?? others;
    cents = amounts.get(time) ?? cents;
    const price = cents === null ? null : { cents, currency: currencyOf(marketplace) };
    return {
      at: new Date(time),
      aspect: 'offers',
      facts: offersOf({ holder: holders.get(time) ?? null, others, price }),
    };
  });
}

interface SeenOffers {
  readonly holder: string | null;
  readonly others: readonly string[] | null;
  readonly price: { readonly cents: number; readonly currency: string } | null;
}

function offersOf({ holder, others, price }: SeenOffers): OffersFacts {
  const offer = { shippingCents: 0, isFulfilledByAmazon: null, isPrime: null };
  const rival = holder === null || holder === own || holder === nobody ? [] : [holder];
  const sellers = [...new Set([...(others ?? []), ...rival])];
  const wins = (sellerId: string): boolean | null => (holder === null ? null : sellerId === holder);
  return {
    offers: [
      { ...offer, sellerId: own, isMine: true, isBuyBoxWinner: wins(own), price },
      ...sellers.map((sellerId) => ({
        ...offer,
        sellerId,
        isMine: false,
        isBuyBoxWinner: wins(sellerId),
        price: null,
      })),
    ],
    totalOffers: others === null ? unknownOffers : 1 + sellers.length,
    // If the holder of the buy box is unknown, the buy box has a price; if nobody holds the buy box, it is `null`.
    buyBox: holder === nobody ? null : (price ?? { cents: 0, currency: 'USD' }),
    ownPrice: price,
  };
}

const looksAtRatings = ({ ratings }: ProductSeries): Look[] =>
  ratings.map(({ at, value }) => ({
    at,
    aspect: 'rating',
    facts: { tenths: value?.tenths ?? null, count: value?.count ?? null, byStars: null },
  }));

/** Returns one look for each day whose sales are known, at the time at which the day is complete. */
function looksAtSales({ orders }: ProductSeries): Look[] {
  return orders.flatMap(({ day, units }, index) => {
    if (units === null) return [];
    const window = orders.slice(Math.max(0, index + 1 - salesDays), index + 1);
    const facts = {
      through: day,
      units: window.map((one) => one.units ?? 0),
      outOfStock: window.map((one) => one.units === null || !one.isInStock),
    };
    return [{ at: new Date(Date.parse(day) + dayMs + salesKnownAfterMs), aspect: 'sales' as const, facts }];
  });
}
