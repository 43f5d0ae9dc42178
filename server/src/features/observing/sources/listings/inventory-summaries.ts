import type { StockFacts } from '@app/shared/watchdogs/facts/observations.ts';
import type { InventorySummary } from '../../../../external/marketplace/inventory-summaries.ts';
import { batchSource } from '../source.ts';

/** Units of each listing in Amazon's warehouses and on the way there. */
export const inventorySummaries = batchSource({
  name: 'inventory-summaries',
  aspects: ['stock'],
  unit: 'listing',
  batchSize: 50,
  announcedBy: ['FBA_INVENTORY_AVAILABILITY_CHANGES'],
  // The message tells what is on the way too. Amazon does not say whether a change of that alone sends one (its filter by
  // time is blind to it): more often than others, and a pass that finds what was not announced has the next at full pace.
  reconcileMinutes: 360,
  async ask({ marketplace, access, place, targets, observedAt, options }) {
    const skus = targets.map((target) => target.sku);
    const answer = await marketplace.getInventorySummaries(access, { ...options, marketplaceId: place.id, skus });
    const bySku = Map.groupBy(answer.members, ({ sellerSku }) => sellerSku);
    // A member that could not be read may be any of those that seem to be left out.
    const isComplete = answer.refusals.length === 0;
    const observations = targets
      .filter(({ sku }) => isComplete || bySku.has(sku))
      .map(({ productId, sku }) => {
        const facts = stockFacts(bySku.get(sku) ?? []);
        return { productId, aspect: 'stock' as const, sku, facts, observedAt };
      });
    return { observations, refusals: answer.refusals };
  },
});

/** A listing that Amazon keeps no stock of has none of these numbers. One SKU may lie there under several labels. */
export function stockFacts(summaries: readonly InventorySummary[]): StockFacts {
  const labels = new Map(summaries.map((one) => [`${one.fnSku} ${one.condition}`, one]));
  const all = [...labels.values()];
  const details = all.map(({ inventoryDetails }) => inventoryDetails);
  return {
    fulfillable: sum(details.map((one) => one?.fulfillableQuantity)),
    inbound: sum(
      details.flatMap((one) => [
        one?.inboundWorkingQuantity,
        one?.inboundShippedQuantity,
        one?.inboundReceivingQuantity,
      ]),
    ),
    reserved: sum(details.map((one) => one?.reservedQuantity?.totalReservedQuantity)),
    total: sum(all.map(({ totalQuantity }) => totalQuantity)),
  };
}

/** `null` when none of them was said. */
function sum(quantities: readonly (number | null | undefined)[]): number | null {
  const said = quantities.filter((quantity) => typeof quantity === 'number');
  return said.length === 0 ? null : said.reduce((total, quantity) => total + quantity, 0);
}
