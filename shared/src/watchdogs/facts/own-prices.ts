import * as z from 'zod/mini';
import type { Money } from '../../base/money.ts';
import type { WithSku, OffersFacts } from './observations.ts';

/** Whether Amazon ships the offer; `null` if that is unknown. */
const channel = z.nullable(z.boolean());
type Channel = z.output<typeof channel>;

/**
 * Our prices over all SKUs, in cents and without duplicates. They are not stored by SKU, because an answer does not say
 * to which SKU an offer belongs. It says who ships the offer, which tells apart a SKU that Amazon ships from one that we
 * ship. `away` contains former prices whose SKU is suspended or out of stock and may come back.
 */
export const ownPrices = z.object({
  cents: z.array(z.int()),
  away: z.array(z.int()),
  skus: z.int(),
  /** The number of our SKUs if each of them had a price; `null` if one had none, or if that is unknown. */
  priced: z._default(z.nullable(z.int()), null),
  /** The channels of `cents` and `away`, in the same order; empty in a memory that an earlier release wrote. */
  channels: z._default(z.object({ cents: z.array(channel), away: z.array(channel) }), { cents: [], away: [] }),
});
export type OwnPrices = z.output<typeof ownPrices>;

interface SeenPrice extends Money {
  readonly channel: Channel;
}

export interface SeenPrices {
  /** Our prices, the lowest first. Prices in another currency than the lowest one are left out. */
  readonly prices: readonly SeenPrice[];
  /** The number of SKUs whose answer contains a price of ours. */
  readonly skus: number;
  /** The number of our SKUs if each of them has a price; `null` if one cannot be bought or is not listed. */
  readonly priced: number | null;
}

/** The limit on remembered prices, far more than a seller has SKUs of one product. */
const REMEMBERED = 20;

export function ownPricesOf(listings: readonly WithSku<OffersFacts>[]): SeenPrices {
  const answers = listings.map(pricesIn).filter((prices) => prices.length > 0);
  const sorted = answers.flat().toSorted(byPrice);
  const comparable = sorted.filter(({ currency }) => currency === sorted[0]?.currency);
  const prices = comparable.filter((price, index) => !comparable.slice(0, index).some((known) => isSame(known, price)));
  // If the product has one SKU with one price, that price is the SKU's, also after another has begun to ship it.
  const isOnlySku = listings.length === 1 && prices.length === 1;
  const told = isOnlySku ? prices.map((price) => ({ ...price, channel: null })) : prices;
  return { prices: told.slice(0, REMEMBERED), skus: answers.length, priced: pricedSkus(listings) };
}

/**
 * Counts by seller id, because an answer about one SKU may list our other SKUs without marking them as ours. Returns
 * `null` unless the answers list as many prices of ours as there are SKUs.
 */
function pricedSkus(listings: readonly WithSku<OffersFacts>[]): number | null {
  const offers = listings.flatMap((answer) => answer.offers);
  const ours = new Set(offers.filter(({ isMine }) => isMine).map(({ sellerId }) => sellerId));
  const listed = listings.map((answer) => answer.offers.filter((one) => ours.has(one.sellerId) && one.price !== null));
  return listed.some(({ length }) => length === listings.length) ? listings.length : null;
}

/** Sorts known channels first, so that an equal price without a channel counts as a duplicate of them. */
function byPrice(a: SeenPrice, b: SeenPrice): number {
  if (a.cents !== b.cents) return a.cents - b.cents;
  if (a.currency !== b.currency) return a.currency < b.currency ? -1 : 1;
  return orderOf(a.channel) - orderOf(b.channel);
}

const orderOf = (of: Channel): number => (of === null ? 2 : Number(of));

function pricesIn({ ownPrice, offers }: OffersFacts): readonly SeenPrice[] {
  const own = ownPrice === null ? [] : [{ ...ownPrice, channel: null }];
  const offered = offers.flatMap(({ isMine, price, isFulfilledByAmazon }) =>
    isMine && price !== null ? [{ ...price, channel: isFulfilledByAmazon }] : [],
  );
  return [...own, ...offered];
}

interface OwnPrice {
  readonly cents: number;
  readonly channel: Channel;
}

export const knownPrices = (seen: SeenPrices): OwnPrices => remember({ ...seen, away: [] });

interface ReadPrices extends Pick<SeenPrices, 'skus' | 'priced'> {
  readonly prices: readonly OwnPrice[];
  readonly away: readonly OwnPrice[];
}

const remember = ({ prices, away, skus, priced }: ReadPrices): OwnPrices => ({
  cents: prices.map(({ cents }) => cents),
  away: away.map(({ cents }) => cents),
  skus,
  priced,
  channels: { cents: prices.map((price) => price.channel), away: away.map((price) => price.channel) },
});

const recall = ({ cents, away, skus, priced, channels }: OwnPrices): ReadPrices => ({
  prices: cents.map((one, index) => ({ cents: one, channel: channels.cents[index] ?? null })),
  away: away.map((one, index) => ({ cents: one, channel: channels.away[index] ?? null })),
  skus,
  priced,
});

/** Whether one SKU may have both prices, one after the other, unless it gets another shipper. */
const mayShareSku = (a: OwnPrice, b: OwnPrice): boolean =>
  a.channel === null || b.channel === null || a.channel === b.channel;

const isSame = (a: OwnPrice, b: OwnPrice): boolean => a.cents === b.cents && mayShareSku(a, b);

const isAmong = (prices: readonly OwnPrice[], price: OwnPrice): boolean => prices.some((one) => isSame(one, price));

export interface PriceMove {
  readonly from: number;
  readonly to: number;
}

interface SkuMove {
  readonly from: OwnPrice;
  readonly to: OwnPrice;
}

/**
 * Finds the change of one SKU's price that has changed our lowest price. The lowest price also changes when a SKU
 * disappears, returns at its old price or is new; none of these is a change of a price.
 */
export function followPrices(
  remembered: OwnPrices,
  seen: SeenPrices,
): { readonly known: OwnPrices; readonly move: PriceMove | null } {
  const before = recall(remembered);
  const { skus, priced } = seen;
  const former = [...before.prices, ...before.away];
  const now = seen.prices.map((price) => withKnownChannel(price, former));
  const gone = before.prices.filter((price) => !isAmong(now, price));
  const came = now.filter((price) => !isAmong(former, price));
  // If the number of SKUs has not grown, a new price may come from one of several SKUs that shared a price until now.
  const doubled = skus > before.skus ? [] : before.prices;
  // If all our SKUs had a price and all of them have one, none is new or gone: a price whose channel matches no other
  // comes from a SKU that has got another shipper.
  const areSameSkus = priced !== null && priced === before.priced;
  const moves = came.reduce<readonly SkuMove[]>((known, to) => {
    const left = gone.filter((price) => !known.some(({ from }) => from === price));
    const ofItsShipper = (prices: readonly OwnPrice[]) => prices.filter((price) => mayShareSku(price, to));
    const ofAnyShipper = (prices: readonly OwnPrice[]) => (areSameSkus ? prices : ofItsShipper(prices));
    const candidates = [ofItsShipper(left), ofAnyShipper(left), ofItsShipper(before.away), ofItsShipper(doubled)];
    const from = nearest([...candidates, ofAnyShipper(doubled)].find((prices) => prices.length > 0) ?? [], to);
    return from === null ? known : [...known, { from, to }];
  }, []);
  const away = [...gone, ...before.away].filter(
    (price) => !isAmong(now, price) && !moves.some(({ from }) => from === price),
  );
  const lowest = { before: before.prices[0]?.cents, now: now[0]?.cents };
  const fall = moves.find(({ from, to }) => to.cents < from.cents && to.cents === lowest.now);
  const rise = moves.find(({ from, to }) => to.cents > from.cents && from.cents === lowest.before);
  const move = fall ?? rise ?? null;
  return {
    known: remember({ ...seen, prices: now, away: away.slice(0, REMEMBERED) }),
    move: move && { from: move.from.cents, to: move.to.cents },
  };
}

/** An answer may leave out who ships an offer; the channel of the same former price then still applies. */
function withKnownChannel({ cents, channel: told }: OwnPrice, former: readonly OwnPrice[]): OwnPrice {
  if (told !== null) return { cents, channel: told };
  const [only, ...others] = former.filter((price) => price.cents === cents);
  return { cents, channel: only && others.length === 0 ? only.channel : null };
}

/** Returns the price that is nearest by ratio, because the new price most likely comes from it. */
function nearest(prices: readonly OwnPrice[], to: OwnPrice): OwnPrice | null {
  const ratio = ({ cents }: OwnPrice): number => Math.abs(Math.log((cents + 1) / (to.cents + 1)));
  return prices.toSorted((a, b) => ratio(a) - ratio(b) || a.cents - b.cents)[0] ?? null;
}
