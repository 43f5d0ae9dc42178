import type { StockFacts } from '@app/shared/watchdogs/facts/observations.ts';
import type { Refusal } from '../../../../external/marketplace/answers/answer.ts';
import type { InventorySummary } from '../../../../external/marketplace/operations/inventory-summaries.ts';
import { batchSource, type Target } from '../source.ts';

/** The units of each listing in Amazon's warehouses and inbound to them. */
export const inventorySummaries = batchSource({
  name: 'inventory-summaries',
  aspects: ['stock'],
  unit: 'listing',
  batchSize: 50,
  announcedBy: ['FBA_INVENTORY_AVAILABILITY_CHANGES'],
  // The message includes inbound units, but Amazon may not send one when only those change, and its filter by time does
  // not find such changes either. So reconciliation is more frequent than for other sources, and full pace follows a
  // pass that found unannounced changes.
  reconcileMinutes: 360,
  async ask({ marketplace, access, place, targets, observedAt, options }) {
    const skus = targets.map((target) => target.sku);
    const answer = await marketplace.getInventorySummaries(access, { ...options, marketplaceId: place.id, skus });
    const at = observedAt();
    const bySku = Map.groupBy(answer.members, ({ sellerSku }) => sellerSku);
    const refusals = [...answer.refusals, ...partlyTold(bySku)];
    const isUnknown = unknownAmong(targets, refusals);
    const observations = targets
      .filter((target) => !isUnknown(target))
      .map(({ productId, sku }) => {
        const facts = stockFacts(bySku.get(sku) ?? []);
        return { productId, aspect: 'stock' as const, sku, facts, observedAt: at };
      });
    return { observations, refusals };
  },
});

/**
 * Returns whether the refusals leave a listing unknown. A summary that could not be read and names no SKU may belong to
 * any SKU of its ASIN, or of the batch if it does not name an ASIN of it.
 */
function unknownAmong(targets: readonly Target[], refusals: readonly Refusal[]): (target: Target) => boolean {
  const refused = new Set(refusals.map(({ subject }) => subject));
  const nameless = refusals.filter(({ subject }) => !targets.some(({ sku }) => sku === subject));
  const asins = new Set(nameless.map(({ asin }) => asin));
  const areKnown = [...asins].every((asin) => targets.some((target) => target.asin === asin));
  return ({ sku, asin }) => !areKnown || refused.has(sku) || asins.has(asin);
}

/** Refuses SKUs with a label whose fulfillable quantity is missing: the sum of the other labels would look complete. */
const partlyTold = (bySku: ReadonlyMap<string, readonly InventorySummary[]>): Refusal[] =>
  [...bySku].flatMap(([subject, labels]) => {
    const told = labels.filter(({ inventoryDetails }) => (inventoryDetails?.fulfillableQuantity ?? null) !== null);
    return told.length === 0 || told.length === labels.length
      ? []
      : [{ subject, reason: 'one of its labels does not tell its quantity' }];
  });

/** The sums over all labels of a SKU. A listing without stock at Amazon has none of these numbers. */
function stockFacts(summaries: readonly InventorySummary[]): StockFacts {
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
    ...(all.length > 1 && { labels: all.length }),
  };
}

/** Returns the sum of the known quantities; `null` if none is known. */
function sum(quantities: readonly (number | null | undefined)[]): number | null {
  const said = quantities.filter((quantity) => typeof quantity === 'number');
  return said.length === 0 ? null : said.reduce((total, quantity) => total + quantity, 0);
}

/**
 * Returns the sum of all quantities; `null` if one of them is unknown, because the sum of the others would look
 * complete.
 */
const sumOfAll = (quantities: readonly (number | null)[]): number | null =>
  quantities.includes(null) ? null : sum(quantities);
