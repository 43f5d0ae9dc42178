import { dayMs, hourMs } from '@app/shared/base/time.ts';
import { marketplaces } from '@app/shared/base/marketplaces.ts';
import type { Facts } from '@app/shared/watchdogs/facts/observations.ts';
import { nobody, own, type AccountSeries, type ProductSeries } from './account-series.ts';

type OffersFacts = Omit<Facts['offers'][number], 'sku'>;

/** The facts that one look at a product has told. */
export type Look = { readonly at: Date } & (
  | { readonly aspect: 'offers'; readonly facts: OffersFacts }
  | { readonly aspect: 'rating'; readonly facts: Facts['rating'] }
  | { readonly aspect: 'sales'; readonly facts: Facts['sales'] }
);

/** The sales of a day are complete this long after its end. */
export const salesKnownAfterMs = 12 * hourMs;
const salesDays = 120;
/** No seller is news while the other sellers are not known: the number of offers stays the same. */
const unknownOffers = 100;

export const currencyOf = (code: string): string => marketplaces.find((one) => one.code === code)?.currency ?? 'USD';

/** Days of sales before the first judgement where a series has nothing but sales. */
const historyDays = 28;

/** The time at which the account is watched first: sales of the days before are known then. */
export function startOf({ products }: AccountSeries): Date {
  const firstLooks = products.flatMap(({ buyBox, sellers, prices, ratings }) =>
    [buyBox[0], sellers[0], prices[0], ratings[0]].flatMap((look) => look?.at.getTime() ?? []),
  );
  const firstDays = products.flatMap(({ orders }) =>
    orders[0] ? Date.parse(orders[0].day) + historyDays * dayMs : [],
  );
  return new Date((firstLooks.length > 0 ? firstLooks : firstDays).reduce((a, b) => Math.min(a, b), Infinity));
}

/** Returns the looks at a product from a time on, in their order. */
export function looksAt(series: ProductSeries, start: Date): Look[] {
  return [...looksAtOffers(series), ...looksAtRatings(series), ...looksAtSales(series)]
    .filter(({ at }) => at >= start)
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

/** A seller list and a price hold until the next one that is told; a holder only at its look. */
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
    // An unknown holder is told apart from nobody by a buy box that has a price.
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

/** Each day is looked at when it is complete, if its sales are known. */
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
