import type { Demand } from '../life/demand.ts';
import { hashOf, type Random } from '../random.ts';
import type { FbaStock } from '../model/stock.ts';

/** Generates stock for one to three months; about half of the products also have inbound units. */
export function seedStock({ unitsPerDay }: Demand, random: Random): FbaStock {
  const daysOf = (days: number): number => Math.ceil(Math.max(0.3, unitsPerDay) * days);
  const isDelivering = random.chance(0.5);
  const inbound = isDelivering ? daysOf(random.int(20, 40)) : 0;
  const stage = random.int(0, 2);
  return {
    fulfillable: daysOf(random.int(30, 95)) + 8,
    inboundWorking: stage === 0 ? inbound : 0,
    inboundShipped: stage === 1 ? inbound : 0,
    inboundReceiving: stage === 2 ? inbound : 0,
    reserved: random.int(0, 6),
    unfulfillable: random.int(0, 3),
    researching: random.chance(0.1) ? 1 : 0,
  };
}

export const emptyStock = (): FbaStock => ({
  fulfillable: 0,
  inboundWorking: 0,
  inboundShipped: 0,
  inboundReceiving: 0,
  reserved: 0,
  unfulfillable: 0,
  researching: 0,
});

/** One of this many products in each range has had no sales for months. */
const noRecentSaleEvery = 12;
const isUnsold = (position: number): boolean => position % noRecentSaleEvery === noRecentSaleEvery - 1;

/** Derives the demand from the rank; unsold products have none. */
export function seedDemand(asin: string, rank: number, position: number): Demand {
  if (isUnsold(position)) return { unitsPerDay: 0, factor: 1 };
  const taste = 0.7 + (hashOf(`${asin}:demand`) % 60) / 100;
  return { unitsPerDay: Math.round((0.6 + 200 / Math.sqrt(Math.max(120, rank))) * taste * 100) / 100, factor: 1 };
}
