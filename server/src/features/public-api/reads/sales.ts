import { AppError } from '@app/shared/base/errors.ts';
import { marketplace } from '@app/shared/base/marketplaces.ts';
import type { Answer, ParsedRequest } from '@app/shared/contract/endpoint.ts';
import type { listSales } from '@app/shared/contract/public-api/products.ts';
import { daysOf } from '@app/shared/domain/chart-range.ts';
import type { Actor } from '../../../http/actor.ts';
import { isKnown, knownDays } from '../../catalog/charts/known-days.ts';
import { askedRange } from '../../catalog/charts/requested-range.ts';
import { openCursor, pageFrom, sliceAfter } from '../pages/cursor.ts';
import { measure } from './measures.ts';
import type { ReadContext } from './read-context.ts';
import { listShops, sumSoldDays, type Shop, type SoldDay } from './sales-queries.ts';

type SalesQuery = ParsedRequest<typeof listSales>['query'];
type SalesRow = Answer<typeof listSales>['data'][number];

export function readSales(ctx: ReadContext, actor: Actor, query: SalesQuery): Promise<Answer<typeof listSales>> {
  const list = { actor, list: 'sales' };
  const after = openCursor(ctx, list, query);
  const filter = { marketplace: query.marketplace ?? null, productId: query.productId ?? null };
  return ctx.db.snapshot(actor.tenantId, async (tx) => {
    const shops = await listShops(tx, actor, filter);
    if (shops.length === 0 && query.productId !== undefined) throw new AppError('notFound');
    const range = askedRange({
      range: query,
      marketplaces: shops.length === 0 ? ['US'] : shops.map((shop) => shop.marketplace),
      now: ctx.clock.now(),
    });
    const sold = await sumSoldDays(tx, actor, { ...filter, ...range });
    const byKey = new Map(sold.map((day) => [keyOf(day), day]));
    const keys = daysOf(range)
      .toReversed()
      .flatMap((date) => shops.map((shop) => ({ ...shop, date })));
    const cut = sliceAfter(keys, after, { limit: query.limit, positionOf });
    const { rows, nextCursor } = pageFrom(ctx, list, cut);
    return { data: rows.map((row) => shapeDay(row, byKey.get(keyOf(row)))), nextCursor };
  });
}

type DayOfShop = Shop & { readonly date: string };

const positionOf = (one: DayOfShop) => [one.date, one.sellerId, one.marketplace];

const keyOf = ({ date, sellerId, marketplace: code }: Pick<SoldDay, 'date' | 'sellerId' | 'marketplace'>): string =>
  `${date} ${sellerId} ${code}`;

/** A day before the first report of orders, or after the last one, is not known: then nothing is said of it. */
function shapeDay(day: DayOfShop, sold: SoldDay | undefined): SalesRow {
  const known = knownDays([day]);
  const unitsOf = (units: number | undefined) => (isKnown(day.date, known) ? (units ?? 0) : null);
  const observedAt = day.ordersReadAt?.toISOString() ?? null;
  return {
    date: day.date,
    timeZone: marketplace(day.marketplace).timeZone,
    marketplace: day.marketplace,
    sellerId: day.sellerId,
    unitsSold: measure(unitsOf(sold?.units), 'units', observedAt),
    promotionUnits: measure(unitsOf(sold?.promotionUnits), 'units', observedAt),
    isFinal: known !== null && day.date < known.open,
  };
}
