import type { UnparsedCatalogItem } from '../../../../external/marketplace/operations/catalog-items.ts';
import { hashOf, lazyObservation, type Observation } from '../../recording/observation.ts';
import { ConclusionCache } from '../../../../lib/conclusion-cache.ts';
import type { Place } from './attribute-texts.ts';
import { catalogFacts, displayGroupOf, displayGroupRank, rankFacts } from './catalog-facts.ts';
import { batchSource, byName, refuseUnanswered, type SourceAnswer } from '../source.ts';

/** The page of a product: title, details, pictures, category, parent and ranks. One answer serves many kinds. */
export const catalogItems = batchSource({
  name: 'catalog-items',
  aspects: ['catalog', 'rank'],
  unit: 'product',
  batchSize: 20,
  announcedBy: [],
  async ask({ marketplace, access, place, targets, observedAt, options }) {
    const asins = targets.map((target) => target.asin);
    const answer = await marketplace.searchCatalogItems(access, { ...options, marketplaceId: place.id, asins });
    const at = observedAt();
    const targetsByAsin = byName(targets, (target) => target.asin);
    const observations: Observation[] = [];
    const ranks: NonNullable<SourceAnswer['ranks']>[number][] = [];
    const refusals = [...answer.refusals];
    for (const told of answer.members) {
      const page = remembered.of(told.print, () => concludeFrom(told, place), place.id);
      if ('reason' in page) {
        refusals.push({ subject: told.asin, reason: page.reason });
        continue;
      }
      const facts = rankFacts(told.salesRanks, place);
      const rankHash = rankHashes.of(JSON.stringify(facts), () => hashOf(facts));
      const rank = displayGroupRank({ group: page.group, salesRanks: told.salesRanks }, place);
      for (const { productId } of targetsByAsin.get(told.asin) ?? []) {
        const { hash } = page;
        const late = { productId, aspect: 'catalog', sku: '', observedAt: at, hash } as const;
        observations.push(lazyObservation(late, () => factsOf(told, place)));
        observations.push({ productId, aspect: 'rank', sku: '', observedAt: at, facts, hash: rankHash });
        if (rank !== null) ranks.push({ productId, rank });
      }
    }
    const answered = new Set(answer.members.map(({ asin }) => asin));
    return { observations, ranks, refusals: [...refusals, ...refuseUnanswered(asins, answered)] };
  },
});

type Conclusion = { readonly hash: string; readonly group: string | null } | { readonly reason: string };

const remembered = new ConclusionCache<Conclusion>();
/** Hashes of the sets of categories in which a product is first. There are few different sets. */
const rankHashes = new ConclusionCache<string>();

function concludeFrom(told: UnparsedCatalogItem, place: Place): Conclusion {
  const item = told.read();
  if ('reason' in item) return item;
  return { hash: hashOf(catalogFacts(item, place)), group: displayGroupOf(item, place) };
}

function factsOf(told: UnparsedCatalogItem, place: Place) {
  const item = told.read();
  if ('reason' in item) throw new Error(`An item that was read before is ${item.reason}`);
  return catalogFacts(item, place);
}
