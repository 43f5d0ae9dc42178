import { factsBelongTo, observationSchemas, type Facts } from '@app/shared/watchdogs/facts/observations.ts';
import type { StoredFacts } from './load-queries.ts';

/**
 * Returns facts by product in the form that watchdogs read: an aspect of listings or keywords is a list with one entry
 * each. A stored row that no longer parses because it has an older shape counts as never observed; the next sweep
 * replaces it.
 */
export function collectFacts(stored: readonly StoredFacts[]): ReadonlyMap<string, Partial<Facts>> {
  const byProduct = new Map<string, Record<string, unknown>>();
  for (const { productId, aspect, sku, facts } of stored) {
    const parsed = observationSchemas[aspect].safeParse(facts);
    if (!parsed.success) continue;
    const ofProduct = byProduct.get(productId) ?? {};
    byProduct.set(productId, ofProduct);
    if (factsBelongTo[aspect] !== 'product')
      ofProduct[aspect] = [...asList(ofProduct[aspect]), { ...parsed.data, sku }];
    else ofProduct[aspect] = parsed.data;
  }
  return byProduct;
}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
