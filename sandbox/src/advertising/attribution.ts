import { eachDay } from '@app/shared/base/calendar-day.ts';
import { dayAt } from '@app/shared/base/marketplace-day.ts';
import { letCustomersBuy } from '../world/life/customers.ts';
import { statusOf, type Order } from '../world/life/order.ts';
import { hashOf } from '../world/random.ts';
import type { World } from '../world/world.ts';

/** Percent of the orders that an advertisement brought. */
const advertisedPercent = 35;
/** Percent of these orders in which the customer clicked on one product and bought another one. */
const otherProductPercent = 20;
/** One of this many products has no advertisement; customers find it by the advertisements of other products. */
const productsPerUnadvertised = 5;

const isAdvertised = (asin: string): boolean => hashOf(`${asin}:advertised`) % productsPerUnadvertised !== 0;

type Attribution = 'none' | 'same' | 'other';

/** Whether the order came by an advertisement, of the product itself or of another one. Depends on the order only. */
export function attributionOf({ orderId, asin }: Pick<Order, 'orderId' | 'asin'>): Attribution {
  const drawn = hashOf(`${orderId}:click`) % 10_000;
  if (drawn % 100 >= advertisedPercent) return 'none';
  return !isAdvertised(asin) || Math.floor(drawn / 100) < otherProductPercent ? 'other' : 'same';
}

/** The cost and the sales of one product by advertisements on one day of its marketplace. */
export interface AttributedDay {
  readonly date: string;
  readonly asin: string;
  readonly same: readonly Order[];
  readonly other: readonly Order[];
  /** 0 for a product without an advertisement. */
  readonly costCents: number;
}

interface Span {
  readonly sellerId: string;
  readonly marketplace: string;
  readonly from: string;
  readonly to: string;
}

/** Attributes the orders of a span of days, oldest day first. Clicks are counted on the day of the order. */
export function attributeDays(world: World, { sellerId, marketplace, from, to }: Span): readonly AttributedDay[] {
  letCustomersBuy(world);
  const now = world.clock.now();
  const orders = world.ordersOf(sellerId).filter((order) => {
    const day = dayAt(order.marketplace, order.createdAt);
    const isInSpan = order.marketplace === marketplace && day >= from && day <= to && order.createdAt <= now;
    return isInSpan && statusOf(order, now) !== 'CANCELLED';
  });
  const byDay = Map.groupBy(orders, (order) => `${dayAt(marketplace, order.createdAt)} ${order.asin}`);
  const products = world.products.filter((one) => one.sellerId === sellerId && one.marketplace === marketplace);
  return eachDay(from, to).flatMap((date) =>
    products.map(({ asin }) => {
      const ofDay = byDay.get(`${date} ${asin}`) ?? [];
      return {
        date,
        asin,
        same: ofDay.filter((order) => attributionOf(order) === 'same'),
        other: ofDay.filter((order) => attributionOf(order) === 'other'),
        costCents: isAdvertised(asin) ? 80 + (hashOf(`${asin}:${date}:cost`) % 900) : 0,
      };
    }),
  );
}
