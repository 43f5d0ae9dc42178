import type { Observation } from '../../recording/observation.ts';
import { parentFacts } from './catalog-facts.ts';
import { batchSource, byName, refuseUnanswered } from '../source.ts';

/**
 * The pages of the parents of products, for tenants who have turned on alerts about them. Variations of one parent
 * share its answer.
 */
export const parentItems = batchSource({
  name: 'parent-items',
  aspects: ['parent'],
  unit: 'parent',
  batchSize: 20,
  // As often as productDetailsRecentChange is checked. That watchdog consults the aspect without needing it, so its
  // check frequency does not apply by itself.
  everyMinutes: 30,
  announcedBy: [],
  async ask({ marketplace, access, place, targets, observedAt, options }) {
    const asins = [...new Set(targets.map((target) => target.asin))];
    const answer = await marketplace.searchCatalogItems(access, { ...options, marketplaceId: place.id, asins });
    const at = observedAt();
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
        observations.push({ productId, aspect: 'parent', sku: '', facts, observedAt: at });
      }
    }
    const answered = new Set(answer.members.map(({ asin }) => asin));
    return { observations, refusals: [...refusals, ...refuseUnanswered(asins, answered)] };
  },
});
