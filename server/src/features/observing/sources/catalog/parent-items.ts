import type { Observation } from '../../recording/observation.ts';
import { parentFacts } from './catalog-facts.ts';
import { batchSource, byName, unanswered } from '../source.ts';

/** What the parents of products show, for tenants who asked to hear of it. Variations of one parent share its answer. */
export const parentItems = batchSource({
  name: 'parent-items',
  aspects: ['parent'],
  unit: 'parent',
  batchSize: 20,
  // Consulted by productDetailsRecentChange, which drives no sweep; it is looked at as often as that kind looks.
  everyMinutes: 30,
  announcedBy: [],
  async ask({ marketplace, access, place, targets, observedAt, options }) {
    const asins = [...new Set(targets.map((target) => target.asin))];
    const answer = await marketplace.searchCatalogItems(access, { ...options, marketplaceId: place.id, asins });
    const targetsByAsin = byName(targets, (target) => target.asin);
    const observations: Observation[] = [];
    const refusals = [...answer.refusals];
    for (const told of answer.members) {
      const item = told.read();
      if ('reason' in item) {
        refusals.push({ subject: told.asin, reason: item.reason });
        continue;
      }
      const facts = parentFacts(item, place);
      for (const { productId } of targetsByAsin.get(item.asin) ?? []) {
        observations.push({ productId, aspect: 'parent', sku: '', facts, observedAt });
      }
    }
    const answered = new Set(answer.members.map(({ asin }) => asin));
    return { observations, refusals: [...refusals, ...unanswered(asins, answered)] };
  },
});
