import type { Rival } from './product.ts';
import type { Random } from '../random.ts';

const rivalNames = [
  'Beacon Street Deals',
  'Corvane Retail',
  'DealHarbour',
  'Eastpoint Traders',
  'Fulmar & Co',
  'Greenlight Outlet',
  'HomeFinds Direct',
  'Ivymark Stores',
  'Juniper Wholesale',
  'Kestrel Goods',
  'Lumen Bazaar',
  'Mapleline Shop',
  'Northgate Bargains',
  'Ostler Supply',
  'PrimeNest Sellers',
  'Quickcart Hub',
  'Rivermill Trading',
  'Sundial Stores',
  'Tallow & Finch',
  'Umberline',
  'Vantage Bazaar',
  'Wickerby',
  'Yarrow Imports',
  'Zephyr Merchants',
] as const;

/** Creates a random rival with an id in the format of a merchant token. */
export function inventRival(priceCents: number, random: Random): Rival {
  return {
    sellerId: `A${random.code(13)}`,
    name: random.pick(rivalNames),
    fulfilledBy: random.chance(0.5) ? 'AMAZON' : 'MERCHANT',
    shippingCents: 0,
    feedbackCount: random.int(12, 18_000),
    feedbackPercent: random.int(78, 100),
    isNewcomer: true,
    priceCents,
  };
}
