import * as z from 'zod/mini';
import { eventType, refuseUnchanged } from '../event-type.ts';
import type { Eligibility, Product } from '../../model/product.ts';
import type { World } from '../../world.ts';

export const bestSellerBadgeLost = eventType({
  schema: {},
  notifies: [],
  undoes: 'bestSellerBadgeWon',
  apply: ({ world, product }) => {
    refuseUnchanged(product.categoryRank > 1, product, 'has no best-seller badge');
    return setCategoryRank(world, product, 4);
  },
});

export const bestSellerBadgeWon = eventType({
  schema: {},
  notifies: [],
  apply: ({ world, product }) => {
    refuseUnchanged(product.categoryRank === 1, product, 'has the best-seller badge');
    return setCategoryRank(world, product, 1);
  },
});

function setCategoryRank(world: World, product: Product, categoryRank: number): Record<string, unknown> {
  product.categoryRank = categoryRank;
  world.announce('rank', product);
  return { category: product.category.title, rank: categoryRank };
}

/** The search phrase of the badge. */
const keyword = z.optional(z.string().check(z.minLength(1)));

/** Removes the badge for one phrase, or for all phrases without a keyword. */
export const choiceBadgeLost = eventType({
  schema: { keyword },
  notifies: [],
  undoes: 'choiceBadgeWon',
  apply: ({ world, product }, { keyword: lost }) => {
    const left = product.choiceKeywords.filter((one) => lost !== undefined && one !== lost);
    refuseUnchanged(left.length === product.choiceKeywords.length, product, 'has no such choice badge');
    return setChoice(world, product, left);
  },
});

/** Adds the badge for a phrase; without a keyword, for the product's first search phrase. */
export const choiceBadgeWon = eventType({
  schema: { keyword },
  notifies: [],
  apply: ({ world, product }, { keyword: won }) => {
    const held = product.choiceKeywords;
    refuseUnchanged(won === undefined ? held.length > 0 : held.includes(won), product, 'has a choice badge');
    const [first = product.category.title] = product.searchPositions.keys();
    return setChoice(world, product, [...held, won ?? first]);
  },
});

function setChoice(world: World, product: Product, keywords: readonly string[]): Record<string, unknown> {
  const lost = product.choiceKeywords.filter((one) => !keywords.includes(one));
  product.choiceKeywords = keywords;
  world.announce('page', product);
  return { keywords, lost };
}

export const subscribeAndSaveLost = eventType({
  schema: { eligibility: z.optional(z.enum(['INELIGIBLE', 'SUSPENDED', 'REPLENISHMENT_ONLY_ORDERING'])) },
  notifies: [],
  apply: ({ world, product }, { eligibility = 'INELIGIBLE' }) => setEligibility(world, product, eligibility),
});

export const subscribeAndSaveWon = eventType({
  schema: {},
  notifies: [],
  undoes: 'subscribeAndSaveLost',
  apply: ({ world, product }) => setEligibility(world, product, 'ELIGIBLE'),
});

function setEligibility(world: World, product: Product, eligibility: Eligibility): Record<string, unknown> {
  refuseUnchanged(product.eligibility === eligibility, product, `is ${eligibility} for subscribe and save`);
  product.eligibility = eligibility;
  world.announce('replenishment', product);
  return { eligibility };
}
