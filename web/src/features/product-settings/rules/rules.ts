import { dayMs } from '@app/shared/base/time.ts';
import type { ProductSettings } from '@app/shared/contract/product-settings.ts';
import { costOfDay, type RateCard } from '@app/shared/domain/billing/rate-card.ts';
import type { TrackingState } from '@app/shared/domain/tracking.ts';
import { asinKey } from '../asin-counts.ts';

/** A rule that chooses the state of many products at once. */
export type Rule =
  | { readonly kind: 'withoutSale'; readonly days: number }
  | { readonly kind: 'brand'; readonly brand: string; readonly state: TrackingState }
  | { readonly kind: 'marketplace'; readonly marketplace: string; readonly state: TrackingState }
  | { readonly kind: 'budget'; readonly dayMills: number };

interface RuleFacts {
  readonly now: number;
  /** The current prices; `null` if they are not per ASIN, or if this user may not see them. */
  readonly card: RateCard | null;
  /** The state of a product before the rule, with the unsaved changes. */
  readonly stateOf: (product: ProductSettings) => TrackingState;
}

/** Returns the products that the rule concerns with the state that it gives them. */
export function applyRule(
  rule: Rule,
  products: readonly ProductSettings[],
  facts: RuleFacts,
): ReadonlyMap<ProductSettings, TrackingState> {
  if (rule.kind === 'budget') return facts.card ? bestSellersFor(rule.dayMills, products, facts.card) : new Map();
  const state = rule.kind === 'withoutSale' ? 'ignoredUntilFirstSale' : rule.state;
  return new Map(products.filter((product) => concerns(rule, product, facts)).map((product) => [product, state]));
}

function concerns(
  rule: Exclude<Rule, { kind: 'budget' }>,
  product: ProductSettings,
  { now, stateOf }: Pick<RuleFacts, 'now' | 'stateOf'>,
): boolean {
  if (rule.kind === 'brand') return product.brand === rule.brand;
  if (rule.kind === 'marketplace') return product.marketplaceIso31662Code === rule.marketplace;
  // A product that is ignored for good would be tracked, and paid for, from its next sale on.
  if (stateOf(product) === 'ignored') return false;
  return product.lastSaleAt === null || Date.parse(product.lastSaleAt) < now - rule.days * dayMs;
}

/** Tracks the best sellers while a day costs at most the given amount, and ignores the others. */
function bestSellersFor(dayMills: number, products: readonly ProductSettings[], card: RateCard) {
  const most = mostAsins(dayMills, card);
  const chosen = new Set<string>();
  const states = new Map<ProductSettings, TrackingState>();
  for (const product of products.toSorted((a, b) => b.unitsSold - a.unitsSold)) {
    const key = asinKey(product);
    if (chosen.size < most) chosen.add(key);
    states.set(product, chosen.has(key) ? 'tracked' : 'ignored');
  }
  return states;
}

const limit = 100_000;

/**
 * The largest number of ASINs whose cost a day is at most the given amount, found by halving: the cost grows with every
 * ASIN.
 */
function mostAsins(dayMills: number, card: RateCard): number {
  if (costOfDay(card, 0) > dayMills) return 0;
  let [enough, tooMany] = [0, limit];
  while (tooMany - enough > 1) {
    const middle = Math.floor((enough + tooMany) / 2);
    if (costOfDay(card, middle) <= dayMills) enough = middle;
    else tooMany = middle;
  }
  return enough;
}

/** Returns the brands of the products, each once, for the choice of a rule. */
export const brandsOf = (products: readonly ProductSettings[]): readonly string[] =>
  distinct(products.flatMap(({ brand }) => brand ?? []));
export const marketplacesOf = (products: readonly ProductSettings[]): readonly string[] =>
  distinct(products.map(({ marketplaceIso31662Code }) => marketplaceIso31662Code));

const distinct = (texts: readonly string[]): readonly string[] =>
  [...new Set(texts)].toSorted((a, b) => a.localeCompare(b));
