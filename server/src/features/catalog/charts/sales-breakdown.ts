import { AppError } from '@app/shared/base/errors.ts';
import { daysOf, type RequestedRange } from '@app/shared/domain/chart-range.ts';
import type { SalesDay } from '@app/shared/contract/catalog.ts';
import { expectedBands } from '@app/shared/watchdogs/kind-parts/expected-band.ts';
import { observationSchemas } from '@app/shared/watchdogs/facts/observations.ts';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../http/actor.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { isAdvertisingConnected, loadReportedDays } from '../../advertising/organic-queries.ts';
import { askedRange } from './requested-range.ts';
import { findSalesFacts, sumSales } from './breakdown-queries.ts';
import { listFamily, type ChartedProduct } from './charted-products-queries.ts';
import { familyDays, isKnown, type KnownDays } from './known-days.ts';

export interface RequestedFamily extends RequestedRange {
  readonly productId?: string | undefined;
  readonly productGroupId?: string | undefined;
}

export async function salesBreakdown(ctx: Pick<Context, 'db' | 'clock'>, actor: Actor, asked: RequestedFamily) {
  return ctx.db.snapshot(actor.tenantId, async (tx) => {
    const family = await getFamily(tx, actor, asked);
    const range = askedRange({
      range: asked,
      marketplaces: family.map((one) => one.marketplace),
      now: ctx.clock.now(),
    });
    const one = family.find(({ productId }) => productId === asked.productId) ?? null;
    const productIds = family.map(({ productId }) => productId);
    const sold = await sumSales(tx, actor.tenantId, { ...range, productIds, thisId: one?.productId ?? null });
    const byDay = new Map(sold.map((day) => [day.day, day]));
    const known = familyDays(family, one);
    const open = (one ? known.own : known.all)?.open ?? null;
    const reported = one && (await loadReportedDays(tx, actor.tenantId, range)).of(one);
    const usual = one && (await loadUsual(tx, actor.tenantId, one));
    const sales = daysOf(range).map((date) => ({
      ...shapeDay(date, byDay.get(date), { ...known, reported, open }),
      expectedThisVariation: usual?.get(date),
    }));
    const isConnected = one !== null && (await isAdvertisingConnected(tx, actor.tenantId, one));
    return { sales, hasVariations: family.length > 1, isAdvertisingConnected: isConnected };
  });
}

async function loadUsual(tx: Tx, tenantId: string, { productId, marketplace }: ChartedProduct) {
  const facts = observationSchemas.sales.safeParse(await findSalesFacts(tx, tenantId, productId));
  return facts.success ? expectedBands(facts.data, marketplace) : null;
}

interface KnownSales {
  readonly all: KnownDays | null;
  readonly own: KnownDays | null;
  /** The days on which the sales of this product by advertising are known. */
  readonly reported: ReadonlySet<string> | null;
  /** The first day that may still change, of the product, or of the family if the call names no product. */
  readonly open: string | null;
}

function shapeDay(
  date: string,
  sold: Awaited<ReturnType<typeof sumSales>>[number] | undefined,
  known: KnownSales,
): SalesDay {
  const ofThis = (units: number | undefined) => (isKnown(date, known.own) ? (units ?? 0) : null);
  const isReported = known.reported?.has(date) === true;
  return {
    date,
    soldUnitsAllVariations: isKnown(date, known.all) ? (sold?.units ?? 0) : null,
    soldUnitsThisVariation: ofThis(sold?.unitsOfThis),
    promotionUnitsThisVariation: ofThis(sold?.promotionUnitsOfThis),
    organicUnitsThisVariation: isReported ? ofThis(sold?.organicUnitsOfThis) : null,
    organicOrdersThisVariation: isReported ? ofThis(sold?.organicOrdersOfThis) : null,
    wasOutOfStock: sold?.wasOutOfStock ?? false,
    final: known.open !== null && date < known.open,
  };
}

/** Loads the family that the query names. Throws if it has no tracked product that the viewer may see. */
export async function getFamily(tx: Tx, actor: Actor, asked: RequestedFamily): Promise<readonly ChartedProduct[]> {
  const { productId, productGroupId } = asked;
  if (productId === undefined && productGroupId === undefined) {
    throw new AppError('badRequest', { text: 'Which product is it? Please name productId or productGroupId' });
  }
  const family = await listFamily(tx, actor, { productId: productId ?? null, productGroupId: productGroupId ?? null });
  if (family.length === 0) throw new AppError('notFound');
  return family;
}
