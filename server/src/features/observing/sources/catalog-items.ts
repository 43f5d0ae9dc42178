import type { Observation } from '../observation.ts';
import { catalogFacts, displayGroupRank, rankFacts } from './catalog-facts.ts';
import { batchSource, byName, unanswered, type Seen } from './source.ts';

/** What customers see of a product: title, details, pictures, category, parent, ranks. One answer serves many kinds. */
export const catalogItems = batchSource({
  name: 'catalog-items',
  aspects: ['catalog', 'rank'],
  unit: 'product',
  batchSize: 20,
  announcedBy: [],
  async ask({ marketplace, access, place, targets, observedAt, options }) {
    const asins = targets.map((target) => target.asin);
    const answer = await marketplace.searchCatalogItems(access, { ...options, marketplaceId: place.id, asins });
    const targetsByAsin = byName(targets, (target) => target.asin);
    const observations: Observation[] = [];
    const ranks: NonNullable<Seen['ranks']>[number][] = [];
    for (const item of answer.members) {
      const of = { sku: '', observedAt };
      const [catalog, facts, rank] = [catalogFacts(item, place), rankFacts(item, place), displayGroupRank(item, place)];
      for (const { productId } of targetsByAsin.get(item.asin) ?? []) {
        observations.push({ ...of, productId, aspect: 'catalog', facts: catalog });
        observations.push({ ...of, productId, aspect: 'rank', facts });
        if (rank !== null) ranks.push({ productId, rank });
      }
    }
    const answered = new Set(answer.members.map((item) => item.asin));
    return { observations, ranks, refusals: [...answer.refusals, ...unanswered(asins, answered)] };
  },
});
