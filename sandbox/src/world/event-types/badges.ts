import { eventType, refuseUnchanged } from '../event-type.ts';
import type { Eligibility, Product } from '../product.ts';
import type { World } from '../world.ts';

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

export const choiceBadgeLost = eventType({
  schema: {},
  notifies: [],
  undoes: 'choiceBadgeWon',
  apply: ({ world, product }) => {
    refuseUnchanged(product.choiceKeywords.length === 0, product, 'has no choice badge');
    return setChoice(world, product, []);
  },
});

export const choiceBadgeWon = eventType({
  schema: {},
  notifies: [],
  apply: ({ world, product }) => {
    refuseUnchanged(product.choiceKeywords.length > 0, product, 'has a choice badge');
    return setChoice(world, product, [...product.searchPositions.keys()].slice(0, 1));
  },
});

function setChoice(world: World, product: Product, keywords: readonly string[]): Record<string, unknown> {
  const lost = product.choiceKeywords;
  product.choiceKeywords = keywords;
  world.announce('page', product);
  return { keywords, lost };
}

export const subscribeAndSaveLost = eventType({
  schema: {},
  notifies: [],
  apply: ({ world, product }) => setEligibility(world, product, 'INELIGIBLE'),
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
