import { addDays, dayAt } from '@app/shared/base/marketplace-day.ts';
import type { SalesFacts } from '@app/shared/watchdogs/observations.ts';
import type { Observation } from './observation.ts';
import {
  listSalesDue,
  loadSalesDays,
  markOutOfStock,
  noteSalesKnown,
  type LocalDays,
  type SalesDue,
} from './sales-facts-queries.ts';
import type { SweepKey } from './sweep-queries.ts';
import type { ObservingContext } from './worker-context.ts';

/** So many products are judged in one transaction. */
const productsAtOnce = 200;

/**
 * Hands the sales of complete days to judging: of products of which such a day has changed, and of all when their day
 * has passed. What cannot be bought at this moment is marked, so that a day without stock passes for no drop.
 */
export async function handOverSales(ctx: ObservingContext, key: SweepKey, codes: readonly string[]): Promise<void> {
  const { tenantId } = key;
  const now = ctx.clock.now();
  const days = codes.map((marketplace): LocalDays => {
    const today = dayAt(marketplace, now);
    return { marketplace, today, yesterday: addDays(today, -1) };
  });
  await ctx.db.tenant(tenantId, (tx) => markOutOfStock(tx, key, { days, now }));
  for (let after = '0'; ;) {
    const observedAt = ctx.clock.now();
    const page = { days, after, most: productsAtOnce };
    const observations = await ctx.db.tenant(tenantId, async (tx) => {
      const due = await listSalesDue(tx, key, page);
      const sold = await loadSalesDays(tx, key, due);
      await noteSalesKnown(tx, key, { productIds: due.map(({ productId }) => productId), now: observedAt });
      return due.map((one) => observationOf(one, { sold: sold.get(one.productId), observedAt }));
    });
    const last = observations.at(-1);
    if (!last) return;
    after = last.productId;
    await ctx.judging.ingest(tenantId, observations);
  }
}

interface Known {
  readonly sold: Pick<SalesFacts, 'units' | 'outOfStock'> | undefined;
  readonly observedAt: Date;
}

/** A product that nobody has bought yet has no days: when it was new, it did not sell badly. */
function observationOf({ productId, yesterday }: SalesDue, { sold, observedAt }: Known): Observation {
  const { units, outOfStock } = sold ?? { units: [], outOfStock: [] };
  const facts = { through: yesterday, units, outOfStock };
  return { productId, aspect: 'sales', sku: '', facts, observedAt };
}
