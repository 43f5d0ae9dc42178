import * as z from 'zod/mini';
import { addRival, changeOwnPrice, giveBuyBox, removeRival, repriceRival } from '../changes.ts';
import { EventError, eventType, offeredListing, refuseUnchanged } from '../event-type.ts';
import type { Product } from '../../model/product.ts';
import { inventRival } from '../../model/rivals.ts';
import type { World } from '../../world.ts';

const sellerId = z.string().check(z.regex(/^[A-Z0-9]{5,20}$/, 'must look like a seller id (A…)'));

const ownPrice = (world: World, product: Product): number => offeredListing(world, product).priceCents;

/** Default price factor. The next change restores the usual price, so that repeated changes do not approach zero. */
const usualMove = 0.8;

function nextPrice(product: Product, current: number): number {
  const isUsual = current > product.usualPriceCents * 0.9;
  return isUsual ? Math.round(current * usualMove) : product.usualPriceCents;
}

export const priceChanged = eventType({
  schema: { price: z.optional(z.number().check(z.positive())) },
  notifies: ['ANY_OFFER_CHANGED'],
  apply: ({ world, product }, { price }) => {
    const from = ownPrice(world, product);
    const to = price === undefined ? nextPrice(product, from) : Math.round(price * 100);
    refuseUnchanged(from === to, product, `costs ${to / 100}`);
    changeOwnPrice(world, product, to);
    return { from: from / 100, to: to / 100 };
  },
});

export const buyBoxLost = eventType({
  schema: {},
  notifies: ['ANY_OFFER_CHANGED'],
  apply: ({ world, product }) => {
    const ours = ownPrice(world, product);
    refuseUnchanged(product.buyBoxSellerId !== product.sellerId, product, 'has lost the buy box');
    const undercut = Math.round(ours * 0.96);
    const rival = product.rivals[0];
    if (rival) product.buyBoxSellerId = rival.sellerId;
    if (rival) repriceRival(world, product, { sellerId: rival.sellerId, priceCents: undercut });
    const winner = rival ?? inventRival(undercut, world.random);
    if (!rival) product.buyBoxSellerId = winner.sellerId;
    if (!rival) addRival(world, product, winner);
    return { winner: winner.sellerId, winnerName: winner.name, price: undercut / 100, joined: !rival };
  },
});

export const buyBoxWon = eventType({
  schema: {},
  notifies: ['ANY_OFFER_CHANGED'],
  undoes: 'buyBoxLost',
  apply: ({ world, product }) => {
    const ours = ownPrice(world, product);
    refuseUnchanged(product.buyBoxSellerId === product.sellerId, product, 'has the buy box');
    if (!product.hasAddToCart) throw new EventError(`Nobody can have the buy box of ${product.asin}: restore it first`);
    const loser = product.rivals.find((rival) => rival.sellerId === product.buyBoxSellerId);
    if (loser) loser.priceCents = Math.round(ours * 1.06);
    giveBuyBox(world, product, product.sellerId);
    return { winner: product.sellerId, loser: loser?.sellerId };
  },
});

export const sellerJoined = eventType({
  schema: { sellerId: z.optional(sellerId) },
  notifies: ['ANY_OFFER_CHANGED'],
  apply: ({ world, product }, event) => {
    const invented = inventRival(Math.round(product.usualPriceCents * 1.08), world.random);
    const rival = { ...invented, sellerId: event.sellerId ?? invented.sellerId };
    const isThere = product.rivals.some((other) => other.sellerId === rival.sellerId);
    refuseUnchanged(isThere || rival.sellerId === product.sellerId, product, `is offered by ${rival.sellerId}`);
    addRival(world, product, rival);
    return { sellerId: rival.sellerId, sellerName: rival.name, price: rival.priceCents / 100 };
  },
});

export const sellerLeft = eventType({
  schema: { sellerId: z.optional(sellerId) },
  notifies: ['ANY_OFFER_CHANGED'],
  undoes: 'sellerJoined',
  apply: ({ world, product }, event) => {
    const rivals = product.rivals.filter((rival) => !event.sellerId || rival.sellerId === event.sellerId);
    // If no seller is given, a rival without the buy box leaves, so that the buy box holder does not change.
    const rival = rivals.findLast((candidate) => candidate.sellerId !== product.buyBoxSellerId) ?? rivals.at(-1);
    if (!rival) throw new EventError(`No such rival offers ${product.asin} in ${product.marketplace}`);
    removeRival(world, product, rival.sellerId);
    return { sellerId: rival.sellerId, sellerName: rival.name };
  },
});

/** Removes the add-to-cart button: the offers remain, but no offer has the buy box. */
export const addToCartRemoved = eventType({
  schema: {},
  notifies: ['ANY_OFFER_CHANGED', 'PRICING_HEALTH'],
  apply: ({ world, product }) => {
    refuseUnchanged(!product.hasAddToCart, product, 'has no button to add to the cart');
    ownPrice(world, product);
    const loser = product.buyBoxSellerId;
    product.hasAddToCart = false;
    giveBuyBox(world, product, undefined);
    return { loser };
  },
});

export const addToCartRestored = eventType({
  schema: {},
  notifies: ['ANY_OFFER_CHANGED'],
  undoes: 'addToCartRemoved',
  apply: ({ world, product }) => {
    refuseUnchanged(product.hasAddToCart, product, 'has its button to add to the cart');
    product.hasAddToCart = true;
    giveBuyBox(world, product, product.sellerId);
    return { winner: product.sellerId };
  },
});

export const primeLost = eventType({
  schema: {},
  notifies: ['ANY_OFFER_CHANGED'],
  apply: ({ world, product }) => setPrime(world, product, false),
});

export const primeWon = eventType({
  schema: {},
  notifies: ['ANY_OFFER_CHANGED'],
  undoes: 'primeLost',
  apply: ({ world, product }) => setPrime(world, product, true),
});

function setPrime(world: World, product: Product, isPrime: boolean): Record<string, unknown> {
  offeredListing(world, product);
  const all = world.listingsOf(product);
  const atAmazon = all.filter(({ fulfilledBy }) => fulfilledBy === 'AMAZON');
  const listings = (atAmazon.length > 0 ? atAmazon : all).filter((listing) => listing.isPrime !== isPrime);
  refuseUnchanged(listings.length === 0, product, isPrime ? 'has Prime' : 'has no Prime');
  for (const listing of listings) listing.isPrime = isPrime;
  world.announce('offers', product);
  return { skus: listings.map(({ sku }) => sku) };
}
