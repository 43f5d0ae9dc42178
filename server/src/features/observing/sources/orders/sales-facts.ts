import { batchesOf } from '@app/shared/base/batches.ts';
import { addDays } from '@app/shared/base/calendar-day.ts';
import { dayAt, dayStartAt } from '@app/shared/base/marketplace-day.ts';
import type { SalesFacts } from '@app/shared/watchdogs/facts/observations.ts';
import type { Observation } from '../../recording/observation.ts';
import {
  listSalesDue,
  loadSalesDays,
  markOutOfStock,
  noteSalesKnown,
  type LocalDays,
  type DueProductSales,
  type Span,
  type StoredDays,
} from './sales-facts-queries.ts';
import type { SweepKey } from '../../sweeping/sweep-queries.ts';
import type { ObservingContext } from '../../worker-context.ts';

/** Products that are judged in one transaction. */
const productsAtOnce = 200;

interface HandoverScope {
  /** The marketplaces of the account. */
  readonly codes: readonly string[];
  /**
   * True to search complete days for changes and mark products out of stock; false to hand over only days that have
   * just passed.
   */
  readonly isThorough: boolean;
}

/**
 * Hands the sales of complete days to judging: of all products after a day has passed, and of products with a changed
 * day. Marks products that cannot be bought at this moment, so that a day without stock is not judged as a drop.
 */
export async function handOverSales(
  ctx: ObservingContext,
  key: SweepKey,
  { codes, isThorough }: HandoverScope,
): Promise<void> {
  const { tenantId } = key;
  const now = ctx.clock.now();
  const days = codes.map((marketplace): LocalDays => {
    const today = dayAt(marketplace, now);
    const began = dayStartAt(marketplace, today).toISOString();
    return { marketplace, today, yesterday: addDays(today, -1), began };
  });
  const span = spanOf(days);
  const due = await ctx.db.tenant(tenantId, async (tx) => {
    if (isThorough) await markOutOfStock(tx, key, { days, judged: span, now });
    return listSalesDue(tx, key, { days, changedIn: isThorough ? span : null });
  });
  for (const some of batchesOf(due, productsAtOnce)) {
    await ctx.judging.ingest(tenantId, await observe(ctx, key, { due: some, ...span, observedAt: now }));
  }
}

interface Batch extends Span {
  readonly due: readonly DueProductSales[];
  /**
   * The instant is taken before the days are read, so that later changes are newer. Its day determines which day is
   * yesterday.
   */
  readonly observedAt: Date;
}

function observe(
  ctx: ObservingContext,
  key: SweepKey,
  { due, from, to, observedAt }: Batch,
): Promise<readonly Observation[]> {
  const productIds = due.map(({ productId }) => productId);
  return ctx.db.tenant(key.tenantId, async (tx) => {
    const stored = await loadSalesDays(tx, key, { productIds, from, to });
    await noteSalesKnown(tx, key, { productIds, now: observedAt });
    const byProduct = new Map(stored.map((one) => [one.productId, one]));
    return due.map(({ productId, yesterday }): Observation => {
      const facts = completeDays(byProduct.get(productId), yesterday);
      return { productId, aspect: 'sales', sku: '', facts, observedAt };
    });
  });
}

const mostDays = 120;

/** The span over all marketplaces, whose yesterdays may differ by a day. */
function spanOf(days: readonly LocalDays[]): Span {
  const yesterdays = days.map(({ yesterday }) => yesterday).toSorted();
  return { from: addDays(yesterdays[0] ?? '', 1 - mostDays), to: yesterdays.at(-1) ?? '' };
}

/**
 * Lists every day from the first sale to yesterday. Days before the first sale do not count: the product was new and
 * did not sell badly.
 */
export function completeDays(
  stored: Pick<StoredDays, 'days' | 'units' | 'outOfStock'> | undefined,
  yesterday: string,
): SalesFacts {
  const units: number[] = [];
  const outOfStock: boolean[] = [];
  const indexByDay = new Map(stored?.days.map((day, index) => [day, index]));
  const first = stored?.days.find((_day, index) => (stored.units[index] ?? 0) > 0);
  for (let day = first; day !== undefined && day <= yesterday; day = addDays(day, 1)) {
    const index = indexByDay.get(day) ?? -1;
    units.push(stored?.units[index] ?? 0);
    outOfStock.push(stored?.outOfStock[index] ?? false);
  }
  return { through: yesterday, units: units.slice(-mostDays), outOfStock: outOfStock.slice(-mostDays) };
}
