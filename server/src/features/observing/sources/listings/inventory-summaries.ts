import type { StockFacts } from '@app/shared/watchdogs/facts/observations.ts';
import type { Refusal } from '../../../../external/marketplace/answer.ts';
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
    const refusals = [...answer.refusals, ...partlyTold(bySku)];
    const refused = new Set(refusals.map(({ subject }) => subject));
    // A summary that could not be read and names no SKU may be that of any SKU, or one of its several.
    const isComplete = [...refused].every((subject) => skus.includes(subject));
    const observations = targets
      .filter(({ sku }) => isComplete && !refused.has(sku))
      .map(({ productId, sku }) => {
        const facts = stockFacts(bySku.get(sku) ?? []);
        return { productId, aspect: 'stock' as const, sku, facts, observedAt };
      });
    return { observations, refusals };
  },
});

/** SKUs of which some labels tell what can be sold and others do not: the sum would pass for all that there is. */
const partlyTold = (bySku: ReadonlyMap<string, readonly InventorySummary[]>): Refusal[] =>
  [...bySku].flatMap(([subject, labels]) => {
    const told = labels.filter(({ inventoryDetails }) => (inventoryDetails?.fulfillableQuantity ?? null) !== null);
    return told.length === 0 || told.length === labels.length
      ? []
      : [{ subject, reason: 'one of its labels does not tell its quantity' }];
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
    total: sumOfAll(all.map(({ totalQuantity }) => totalQuantity)),
  };
}

/** `null` when none of them was said. */
function sum(quantities: readonly (number | null | undefined)[]): number | null {
  const said = quantities.filter((quantity) => typeof quantity === 'number');
  return said.length === 0 ? null : said.reduce((total, quantity) => total + quantity, 0);
}

/** `null` when one of the labels does not say: the sum of the others would pass for all that there is. */
const sumOfAll = (quantities: readonly (number | null)[]): number | null =>
  quantities.includes(null) ? null : sum(quantities);
