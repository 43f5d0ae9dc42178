import { addDays } from '@app/shared/base/calendar-day.ts';
import type { Facts } from '@app/shared/watchdogs/facts/observations.ts';
import { createRandom, type Random } from '../../../sandbox/src/world/random.ts';

/** A product without incidents whose facts vary from day to day. */
export interface QuietProduct {
  /** Returns the facts on a day, starting with day 0. */
  factsOn(day: number): Facts;
}

/** Days of known sales before day 0. */
const HISTORY_DAYS = 60;
/** The search phrase of every product, also of its choice badge. */
export const phrase = 'cast iron skillet';
const firstDate = '2026-03-01';
const firstDay = Date.parse(firstDate);
/** Demand factors by weekday, Sunday first. */
const weekdays = [0.8, 1.1, 1.05, 1, 1, 1.1, 0.95];

const dayAt = (day: number): string => addDays(firstDate, day);
export const instantAt = (day: number): Date => new Date(firstDay + day * 86_400_000);

export function quietProduct(seed: string, days: number): QuietProduct {
  const random = createRandom(seed);
  const level = random.int(40, 120);
  const usual = Array.from({ length: HISTORY_DAYS + days }, (_, index) => unitsOf(random, level, index));
  const outOfStock = drawDaysOutOfStock(random, usual.length);
  const promotion = random.chance(0.5) ? random.int(0, HISTORY_DAYS + days) : Infinity;
  const units = usual.map((sold, index) => {
    if (outOfStock[index]) return 0;
    return index >= promotion && index < promotion + PROMOTION_DAYS ? sold * 3 : sold;
  });
  const atAmazon = stockOf(units.slice(HISTORY_DAYS), { most: level * 60, least: level * 17 });
  const own = stockOf(
    units.slice(HISTORY_DAYS).map(() => random.int(0, 3)),
    { most: 60, least: 8 },
  );
  // Half of the products have more sellers than an answer lists, so the listed sellers change every day.
  const rivals = Array.from({ length: random.chance(0.5) ? 3 : 30 }, () => random.int(3400, 4200));
  const drifts = Array.from({ length: days }, () => rivals.map((cents) => cents + random.int(-150, 150)));
  return {
    factsOn: (day) => ({
      ...pageOf(day),
      ...offersOf(drifts[day] ?? rivals),
      ...listingsOf(atAmazon[day] ?? 0, own[day] ?? 0),
      sales: {
        through: dayAt(day - 1),
        units: units.slice(Math.max(0, HISTORY_DAYS + day - 120), HISTORY_DAYS + day),
        outOfStock: outOfStock.slice(Math.max(0, HISTORY_DAYS + day - 120), HISTORY_DAYS + day),
      },
    }),
  };
}

const PROMOTION_DAYS = 5;

/** Half of the products were out of stock for some days before day 0. */
function drawDaysOutOfStock(random: Random, length: number): boolean[] {
  const from = random.chance(0.5) ? random.int(0, HISTORY_DAYS - 10) : Infinity;
  const to = from + random.int(2, 9);
  return Array.from({ length }, (_, index) => index >= from && index < to);
}

/** Units of a day: the demand varies by 15 %, and orders vary randomly around the demand. */
function unitsOf(random: Random, level: number, index: number): number {
  const weekday = instantAt(index - HISTORY_DAYS).getUTCDay();
  const demand = level * (weekdays[weekday] ?? 1) * (1 + 0.15 * bell(random));
  return Math.max(0, Math.round(demand + Math.sqrt(Math.max(0, demand)) * bell(random)));
}

/** An approximately standard normal number (Irwin–Hall); values beyond ±3.5 are very rare. */
const bell = (random: Random): number =>
  Array.from({ length: 12 }, () => random.next()).reduce((sum, one) => sum + one, -6);

/** Stock by day: reduced by sales and replenished before it falls below `least`. */
function stockOf(sold: readonly number[], { most, least }: { most: number; least: number }): number[] {
  let left = most;
  return sold.map((units) => {
    left = left - units < least ? most : left - units;
    return left;
  });
}

const usd = (cents: number) => ({ cents, currency: 'USD' });

/** The marketplace lists only this many offers, the cheapest ones. */
const maxListedOffers = 20;

/** Offers of the seller's two SKUs and of rivals. Each SKU has its own answer; `isMine` marks only its own offer. */
function offersOf(rivalCents: readonly number[]): Pick<Facts, 'offers'> {
  const ours = [
    { sku: 'FBA', cents: 3490 },
    { sku: 'FBM', cents: 3690 },
  ];
  const answerTo = (ownSku: string) => {
    const offers = [
      ...ours.map(({ sku, cents }) => ({
        ...offerOf('OURS', cents),
        isMine: sku === ownSku,
        isBuyBoxWinner: sku === 'FBA',
        isFulfilledByAmazon: sku === 'FBA',
        isPrime: sku === 'FBA',
      })),
      ...rivalCents.map((cents, index) => offerOf(`RIVAL${index + 1}`, cents)),
    ].toSorted((one, other) => one.price.cents - other.price.cents);
    const ownCents = ours.find(({ sku }) => sku === ownSku)?.cents ?? 0;
    return {
      sku: ownSku,
      offers: offers.slice(0, maxListedOffers),
      totalOffers: offers.length,
      buyBox: usd(3490),
      ownPrice: usd(ownCents),
    };
  };
  return { offers: ours.map(({ sku }) => answerTo(sku)) };
}

const offerOf = (sellerId: string, cents: number) => ({
  sellerId,
  isMine: false,
  isBuyBoxWinner: false,
  price: usd(cents),
  shippingCents: 0,
  isFulfilledByAmazon: false,
  isPrime: false,
});

/** Facts of two listings, one FBA and one seller-fulfilled. */
function listingsOf(atAmazon: number, ownQuantity: number) {
  const usual = { status: ['BUYABLE', 'DISCOVERABLE'], issues: [], isChild: true };
  return {
    listing: [
      { ...usual, sku: 'FBA', isFulfilledByAmazon: true, ownQuantity: null },
      { ...usual, sku: 'FBM', isFulfilledByAmazon: false, ownQuantity },
    ],
    suppression: [
      { sku: 'FBA', isSuppressed: false, reason: null },
      { sku: 'FBM', isSuppressed: false, reason: null },
    ],
    stock: [
      { sku: 'FBA', fulfillable: atAmazon, inbound: 40, reserved: 12, total: atAmazon + 52 },
      { sku: 'FBM', fulfillable: null, inbound: null, reserved: null, total: null },
    ],
    fees: [{ sku: 'FBA', fba: usd(540), referral: usd(525), total: usd(1065), atPrice: usd(3490) }],
    feePreview: [
      { sku: 'FBA', fba: usd(540), sizeTier: 'UsLargeStandardSize', packageDimensions: '30 × 26 × 6 cm, 2.1 kg' },
    ],
    chargedFees: [{ sku: 'FBA', fba: usd(540), lastOrderAt: '2026-03-01T12:00:00.000Z' }],
  };
}

const reviewOf = (id: string, stars: number) => ({
  id,
  rating: stars,
  title: 'As described',
  body: 'Heavy, as it should be.',
  date: '2026-02-01T00:00:00.000Z',
  isVerified: true,
});

/** Facts of the product page: new good reviews and ratings arrive, and an old bad review is at the end. */
function pageOf(day: number) {
  const latest = Math.floor(day / 3);
  const good = Array.from({ length: 11 }, (_, index) => reviewOf(`R${1000 + latest - index}`, index % 3 === 0 ? 4 : 5));
  return {
    catalog: {
      title: 'Cast-iron skillet, 26 cm',
      brand: 'Brightkeel',
      images: ['MAIN', 'PT01', 'PT02'].map((variant) => ({ variant, url: `https://images.example/${variant}.jpg` })),
      largeImageUrl: 'https://images.example/MAIN.jpg',
      parentAsin: 'B0PARENT01',
      isAdult: false,
      attributes: { color: 'Black', material: 'Cast iron', bullet_point: 'Heavy | Even heat', item_name: 'Skillet' },
      packageDimensions: '30 × 26 × 6 cm, 2.1 kg',
      productType: 'SKILLET',
      classification: { id: '289821', name: 'Skillets' },
      displayGroup: 'Kitchen',
    },
    rank: { firstIn: [{ id: '289821', name: 'Skillets' }] },
    parent: { asin: 'B0PARENT01', title: 'Cast-iron cookware', attributes: { material: 'Cast iron' } },
    replenishment: { eligibility: 'ELIGIBLE' },
    feedback: { entries: [{ orderId: '111-1', date: '2026-02-20', rating: 2, comment: 'Late' }] },
    reviews: { top: [...good, reviewOf('R1', 2)] },
    rating: { tenths: day % 5 === 0 ? 45 : 46, count: 1240 + day * 4, byStars: [37, 25, 62, 248, 868 + day * 4] },
    badges: { choice: [phrase], hasAddToCart: true },
    searchRank: [{ sku: phrase, keyword: phrase, position: 16, seen: 150 }],
  };
}
