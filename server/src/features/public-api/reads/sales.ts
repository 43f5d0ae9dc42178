import { AppError } from '@app/shared/base/errors.ts';
import { dayAt } from '@app/shared/base/marketplace-day.ts';
import { marketplace } from '@app/shared/base/marketplaces.ts';
import type { Answer, ParsedRequest } from '@app/shared/contract/endpoint.ts';
import type { listSales } from '@app/shared/contract/public-api/products.ts';
import type { Measure, PageQuery } from '@app/shared/contract/public-api/shapes.ts';
import { daysOf } from '@app/shared/domain/chart-range.ts';
import type { Actor } from '../../../http/actor.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { isKnown, knownDays } from '../../catalog/charts/known-days.ts';
import { askedRange } from '../../catalog/charts/requested-range.ts';
import { openCursor, pageFrom, sliceAfter } from '../pages/cursor.ts';
import { measure } from './measures.ts';
import type { ReadContext } from './read-context.ts';
import { listMarkets, sumSoldDays, type Market, type SoldDay } from './sales-queries.ts';

type SalesQuery = ParsedRequest<typeof listSales>['query'];
type SalesRow = Answer<typeof listSales>['data'][number];

export function readSales(ctx: ReadContext, actor: Actor, query: SalesQuery): Promise<Answer<typeof listSales>> {
  const list = { actor, list: 'sales' };
  const after = openCursor(ctx, list, query);
  return ctx.db.snapshot(actor.tenantId, async (tx) => {
    const { days } = await loadDays(tx, { ctx, actor, query });
    const { rows, nextCursor } = pageFrom(ctx, list, sliceAfter(days, after, { limit: query.limit, ...sorting }));
    return { data: [...rows], nextCursor };
  });
}

interface SalesTotal extends Pick<SalesRow, 'marketplace' | 'sellerId' | 'timeZone'> {
  /** The sum of the days that are known. */
  readonly unitsSold: Measure;
  readonly promotionUnits: Measure;
  readonly knownDays: Measure;
  readonly unknownDays: Measure;
}

interface SalesTotals {
  readonly from: string;
  readonly to: string;
  readonly totals: SalesTotal[];
}

/** Sums the sales of the requested days by marketplace and seller account. */
export function readSalesTotals(
  ctx: ReadContext,
  actor: Actor,
  query: Omit<SalesQuery, keyof PageQuery>,
): Promise<SalesTotals> {
  return ctx.db.snapshot(actor.tenantId, async (tx) => {
    const { days, range } = await loadDays(tx, { ctx, actor, query });
    const byMarket = Map.groupBy(days, ({ sellerId, marketplace: code }) => `${sellerId} ${code}`);
    return { ...range, totals: [...byMarket.values()].flatMap(totalOf) };
  });
}

function totalOf(days: readonly SalesRow[]): SalesTotal[] {
  const [first] = days;
  if (!first) return [];
  const { marketplace: code, sellerId, timeZone, unitsSold } = first;
  const known = days.filter((day) => day.unitsSold.value !== null);
  const sum = (valueOf: (day: SalesRow) => number | null) =>
    known.length === 0 ? null : known.reduce((total, day) => total + (valueOf(day) ?? 0), 0);
  const measured = (value: number | null, unit: string) => measure(value, unit, unitsSold.observedAt);
  return [
    {
      marketplace: code,
      sellerId,
      timeZone,
      unitsSold: measured(
        sum((day) => day.unitsSold.value),
        'units',
      ),
      promotionUnits: measured(
        sum((day) => day.promotionUnits.value),
        'units',
      ),
      knownDays: measured(known.length, 'days'),
      unknownDays: measured(days.length - known.length, 'days'),
    },
  ];
}

interface DaysToLoad {
  readonly ctx: ReadContext;
  readonly actor: Actor;
  readonly query: Omit<SalesQuery, keyof PageQuery>;
}

/** Loads the days of each market, the newest first, up to the present day in its marketplace. */
async function loadDays(tx: Tx, { ctx, actor, query }: DaysToLoad) {
  const now = ctx.clock.now();
  const filter = { marketplace: query.marketplace ?? null, productId: query.productId ?? null };
  const markets = await listMarkets(tx, actor, filter);
  if (markets.length === 0 && query.productId !== undefined) throw new AppError('notFound');
  const range = askedRange({
    range: query,
    marketplaces: markets.length === 0 ? ['US'] : markets.map((market) => market.marketplace),
    now,
  });
  const sold = await sumSoldDays(tx, actor, { ...filter, ...range });
  const byKey = new Map(sold.map((day) => [keyOf(day), day]));
  const days = daysOf(range)
    .toReversed()
    .flatMap((date) =>
      markets.filter((market) => date <= dayAt(market.marketplace, now)).map((market) => ({ ...market, date })),
    )
    .map((day) => shapeDay(day, byKey.get(keyOf(day))));
  return { days, range };
}

type DayOfMarket = Market & { readonly date: string };

/** Sales are sorted by day, the newest first. */
const sorting = {
  positionOf: (one: SalesRow) => [one.date, one.sellerId, one.marketplace],
  order: ['down', 'up', 'up'],
} as const;

const keyOf = ({ date, sellerId, marketplace: code }: Pick<SoldDay, 'date' | 'sellerId' | 'marketplace'>): string =>
  `${date} ${sellerId} ${code}`;

/** A day before the first report of orders, or after the last one, is not known; its units are then `null`. */
function shapeDay(day: DayOfMarket, sold: SoldDay | undefined): SalesRow {
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
