import type { Order } from './order.ts';
import type { Product, Listing } from '../model/product.ts';
import { seedOrders } from '../seed/orders.ts';

interface OrderBookDeps {
  readonly products: readonly Product[];
  readonly listingsOf: (product: Product) => readonly Listing[];
  /** Start time of the world. */
  readonly startedAt: Date;
}

/** All orders by seller. The history is generated on first access, because most tests do not need it. */
export class OrderBook {
  readonly #shop: OrderBookDeps;
  readonly #bySeller = new Map<string, Order[]>();
  /** New orders of sellers whose history has not been generated yet. */
  readonly #waiting: Order[] = [];

  constructor(shop: OrderBookDeps) {
    this.#shop = shop;
  }

  /** Returns the orders of a seller, oldest first. */
  ordersOf(sellerId: string): readonly Order[] {
    return this.#bookOf(sellerId);
  }

  /** Returns the orders created at or after a time, oldest first. */
  ordersSince(sellerId: string, since: Date): readonly Order[] {
    const orders = this.#bookOf(sellerId);
    return orders.slice(firstSince(orders, since));
  }

  add(order: Order): void {
    const orders = this.#bySeller.get(order.sellerId);
    if (orders) insertByTime(orders, order);
    else this.#waiting.push(order);
  }

  #bookOf(sellerId: string): Order[] {
    const known = this.#bySeller.get(sellerId);
    if (known) return known;
    const { products, listingsOf, startedAt } = this.#shop;
    const orders = products
      .filter((product) => product.sellerId === sellerId)
      .flatMap((product) => seedOrders(product, { listings: listingsOf(product), now: startedAt }))
      .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
    for (const order of this.#waiting) if (order.sellerId === sellerId) insertByTime(orders, order);
    this.#bySeller.set(sellerId, orders);
    return orders;
  }
}

/** Inserts an order by its creation time; most orders are appended at the end. */
function insertByTime(orders: Order[], order: Order): void {
  orders.splice(firstSince(orders, new Date(order.createdAt.getTime() + 1)), 0, order);
}

function firstSince(orders: readonly Order[], since: Date): number {
  let [low, high] = [0, orders.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const order = orders[middle];
    if (order && order.createdAt < since) low = middle + 1;
    else high = middle;
  }
  return low;
}
