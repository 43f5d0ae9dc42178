import { hourMs } from '@app/shared/base/time.ts';
import { createRandom, type Random } from '../../../sandbox/src/world/random.ts';
import { applyEvent, EventError } from '../../../sandbox/src/world/events/events.ts';
import { letCustomersBuy } from '../../../sandbox/src/world/life/customers.ts';
import type { Product } from '../../../sandbox/src/world/model/product.ts';
import type { World } from '../../../sandbox/src/world/world.ts';

/**
 * The shortest and longest time between two events of a product. The shortest is longer than the product may need to
 * notice an event.
 */
const pause = { least: 14 * hourMs, most: 90 * hourMs };
const shoppingEveryMs = hourMs;

/** The events at the marketplace: customers buy, and each product gets problems that end later. */
export interface MarketHistory {
  nextAt(): number;
  /** Triggers everything that is due at this instant. */
  happen(): void;
}

export function createMarketHistory(world: World, seed: string): MarketHistory {
  const random = createRandom(`${seed}:history`);
  const begin = world.clock.now().getTime();
  const nextOf = new Map(world.products.map((product) => [product, begin + random.int(pause.least, pause.most)]));
  let shoppingAt = begin + shoppingEveryMs;
  return {
    nextAt: () => Math.min(shoppingAt, ...nextOf.values()),
    happen() {
      const now = world.clock.now().getTime();
      if (shoppingAt <= now) {
        letCustomersBuy(world);
        shoppingAt = now + shoppingEveryMs;
      }
      for (const [product, at] of nextOf) {
        if (at > now) continue;
        happenTo(world, product, random);
        nextOf.set(product, now + random.int(pause.least, pause.most));
      }
    },
  };
}

interface PostedEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

type Choice = (product: Product, world: World, random: Random) => PostedEvent;

const isLost = (product: Product): boolean => product.buyBoxSellerId !== product.sellerId;
const hasNewcomer = ({ rivals }: Product): boolean => rivals.some(({ isNewcomer }) => isNewcomer);
const priceOf = (product: Product, world: World): number => world.listingsOf(product)[0]?.priceCents ?? 0;

const choices: readonly Choice[] = [
  (product) => ({ type: isLost(product) ? 'buyBoxWon' : 'buyBoxLost' }),
  (product, _world, random) => ({ type: hasNewcomer(product) && random.chance(0.6) ? 'sellerLeft' : 'sellerJoined' }),
  (product) => ({ type: product.hasAddToCart ? 'addToCartRemoved' : 'addToCartRestored' }),
  changePrice,
  changePrice,
  (product, world) => ({
    type: world.listingsOf(product).some(({ isSuspended }) => isSuspended) ? 'listingRestored' : 'listingSuspended',
  }),
  (product, world) => ({
    type: world.listingsOf(product).some(({ suppression }) => suppression) ? 'searchRestored' : 'searchSuppressed',
  }),
  (product) => ({ type: product.hasMainImage ? 'imageRemoved' : 'imageRestored' }),
  (product, world) => ({ type: world.listingsOf(product).some(({ isPrime }) => isPrime) ? 'primeLost' : 'primeWon' }),
  (product, world) => {
    const isOut = world
      .listingsOf(product)
      .some(({ fulfilledBy, stock }) => fulfilledBy === 'AMAZON' && stock.fulfillable === 0);
    return { type: 'stockChanged', fulfillable: isOut ? 400 : 0, inbound: 0 };
  },
  (product, world) => {
    const own = world.listingsOf(product).find(({ fulfilledBy }) => fulfilledBy === 'MERCHANT');
    return { type: 'ownStockChanged', quantity: own?.ownQuantity === 0 ? 60 : 0 };
  },
];

/** The price falls, falls again, or returns to the usual one. */
function changePrice(product: Product, world: World, random: Random): PostedEvent {
  const current = priceOf(product, world);
  const isUsual = current === product.usualPriceCents;
  if (!isUsual && random.chance(0.6)) return { type: 'priceChanged', price: product.usualPriceCents / 100 };
  return { type: 'priceChanged', price: Math.round(current * random.pick([0.7, 0.8, 0.95, 0.97])) / 100 };
}

/** Triggers one event. An event that does not fit the state of the product is replaced by another. */
function happenTo(world: World, product: Product, random: Random): void {
  const { asin, marketplace } = product;
  for (let tries = 0; tries < 12; tries += 1) {
    try {
      applyEvent(world, { ...random.pick(choices)(product, world, random), asin, marketplace });
      return;
    } catch (error) {
      if (!(error instanceof EventError)) throw error;
    }
  }
}
