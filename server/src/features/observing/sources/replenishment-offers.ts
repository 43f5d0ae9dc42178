import type { ReplenishmentOffer } from '../../../external/marketplace/replenishment.ts';
import type { Observation } from '../observation.ts';
import { batchSource } from './source.ts';

/** Where sellers can take part in subscribe and save, from Amazon's model of the operation. */
const offeredIn: ReadonlySet<string> = new Set(['US', 'CA', 'ES', 'UK', 'FR', 'IT', 'IN', 'DE']);

/**
 * What the aspect says where the marketplace has no subscribe and save, and of a product that a complete answer leaves
 * out. subscribeAndSave takes it as "is not eligible": such a product is ok, unless it was eligible before.
 */
const notOffered = 'NOT_OFFERED';

/** Of several offers of one product the one that customers can still subscribe to counts. */
const bestFirst = ['ELIGIBLE', 'REPLENISHMENT_ONLY_ORDERING', 'SUSPENDED', 'INELIGIBLE'];

/** Whether products can be subscribed to. */
export const replenishmentOffers = batchSource({
  name: 'replenishment-offers',
  aspects: ['replenishment'],
  unit: 'product',
  batchSize: 20,
  announcedBy: [],
  needsRole: true,
  async ask({ marketplace, access, place, targets, observedAt, options }) {
    const asins = targets.map((target) => target.asin);
    const isOffered = offeredIn.has(place.code);
    const answer = isOffered
      ? await marketplace.listReplenishmentOffers(access, { ...options, marketplaceId: place.id, asins })
      : { members: [], refusals: [] };
    const byAsin = Map.groupBy(answer.members, ({ asin }) => asin);
    const isComplete = answer.refusals.length === 0;
    const observations = targets.flatMap(({ productId, asin }): Observation[] => {
      const offers = byAsin.get(asin);
      const eligibility = offers ? bestOf(offers) : isComplete ? notOffered : null;
      if (eligibility === null) return [];
      return [{ productId, aspect: 'replenishment', sku: '', facts: { eligibility }, observedAt }];
    });
    return { observations, refusals: answer.refusals };
  },
});

/** `null` when no offer says anything. */
function bestOf(offers: readonly ReplenishmentOffer[]): string | null {
  const said = offers.flatMap(({ eligibility }) => eligibility ?? []);
  return bestFirst.find((eligibility) => said.includes(eligibility)) ?? said.toSorted()[0] ?? null;
}
