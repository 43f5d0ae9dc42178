import * as z from 'zod/mini';
import {
  addRival,
  changeOwnPrice,
  giveBuyBox,
  removeRival,
  repriceRival,
  restoreListings,
  setMainImage,
  suspendListings,
} from './changes.ts';
import { EventError, eventType, type EventType } from './event-type.ts';
import { isBuyable, type Product } from './product.ts';
import { inventRival } from './rivals.ts';
import type { World } from './world.ts';

const sellerId = z.string().check(z.regex(/^[A-Z0-9]{5,20}$/, 'must look like a seller id (A…)'));

function ownPrice(world: World, product: Product): number {
  const listing = world.listingsOf(product).find(isBuyable);
  if (!listing) throw new EventError(`${product.asin} in ${product.marketplace} has no active offer of ours`);
  return listing.priceCents;
}

/** Far enough to be noticed; the next one goes back, so that repeating it never runs to zero. */
const usualMove = 0.8;

function nextPrice(product: Product, current: number): number {
  const isUsual = current > product.usualPriceCents * 0.9;
  return isUsual ? Math.round(current * usualMove) : product.usualPriceCents;
}

const refuseUnchanged = (isUnchanged: boolean, product: Product, state: string): void => {
  if (isUnchanged) throw new EventError(`${product.asin} in ${product.marketplace} ${state} already`);
};

const priceChanged = eventType({
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

const buyBoxLost = eventType({
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

const buyBoxWon = eventType({
  schema: {},
  notifies: ['ANY_OFFER_CHANGED'],
  apply: ({ world, product }) => {
    const ours = ownPrice(world, product);
    refuseUnchanged(product.buyBoxSellerId === product.sellerId, product, 'has the buy box');
    const loser = product.rivals.find((rival) => rival.sellerId === product.buyBoxSellerId);
    if (loser) loser.priceCents = Math.round(ours * 1.06);
    giveBuyBox(world, product, product.sellerId);
    return { winner: product.sellerId, loser: loser?.sellerId };
  },
});

const sellerJoined = eventType({
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

const sellerLeft = eventType({
  schema: { sellerId: z.optional(sellerId) },
  notifies: ['ANY_OFFER_CHANGED'],
  apply: ({ world, product }, event) => {
    const rivals = product.rivals.filter((rival) => !event.sellerId || rival.sellerId === event.sellerId);
    // The buy box should stay where it is when the caller does not care who leaves.
    const rival = rivals.findLast((candidate) => candidate.sellerId !== product.buyBoxSellerId) ?? rivals.at(-1);
    if (!rival) throw new EventError(`No such other seller offers ${product.asin} in ${product.marketplace}`);
    removeRival(world, product, rival.sellerId);
    return { sellerId: rival.sellerId, sellerName: rival.name };
  },
});

const isSuspended = (world: World, product: Product): boolean =>
  world.listingsOf(product).some((listing) => listing.isSuspended);

const listingSuspended = eventType({
  schema: {},
  notifies: ['LISTINGS_ITEM_STATUS_CHANGE'],
  apply: ({ world, product }) => {
    refuseUnchanged(isSuspended(world, product), product, 'is suspended');
    ownPrice(world, product);
    suspendListings(world, product);
    return { skus: world.listingsOf(product).map((listing) => listing.sku) };
  },
});

const listingRestored = eventType({
  schema: {},
  notifies: ['LISTINGS_ITEM_STATUS_CHANGE'],
  apply: ({ world, product }) => {
    refuseUnchanged(!isSuspended(world, product), product, 'is not suspended');
    restoreListings(world, product);
    return { skus: world.listingsOf(product).map((listing) => listing.sku) };
  },
});

const imageRemoved = eventType({
  schema: {},
  notifies: [],
  apply: ({ world, product }) => {
    refuseUnchanged(!product.hasMainImage, product, 'has no main image');
    setMainImage(world, product, false);
    return {};
  },
});

const imageRestored = eventType({
  schema: {},
  notifies: [],
  apply: ({ world, product }) => {
    refuseUnchanged(product.hasMainImage, product, 'has its main image');
    setMainImage(world, product, true);
    return {};
  },
});

/** Everything that can be made to happen, by the name that `POST /sandbox/events` uses. */
export const eventTypes: Readonly<Record<string, EventType>> = {
  priceChanged,
  buyBoxLost,
  buyBoxWon,
  sellerJoined,
  sellerLeft,
  listingSuspended,
  listingRestored,
  imageRemoved,
  imageRestored,
};
