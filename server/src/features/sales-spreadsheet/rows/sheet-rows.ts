import { batchesOf } from '@app/shared/base/batches.ts';
import { addDays } from '@app/shared/base/calendar-day.ts';
import { dayAt, dayStartAt } from '@app/shared/base/marketplace-day.ts';
import { marketplace } from '@app/shared/base/marketplaces.ts';
import { daysOf, type ChartRange } from '@app/shared/domain/chart-range.ts';
import type { Aspect } from '@app/shared/watchdogs/facts/observations.ts';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../lib/db/db.ts';
import type { Cell } from '../../../lib/spreadsheet/spreadsheet.ts';
import { loadReportedDays } from '../../advertising/organic-queries.ts';
import { averageRanks } from '../../catalog/charts/breakdown-queries.ts';
import { listFamily, type Viewer } from '../../catalog/charts/charted-products-queries.ts';
import { listHoursLooked, listTracked, placeKey } from '../../catalog/charts/gap-queries.ts';
import { gapsOf } from '../../catalog/charts/gaps.ts';
import { lanesOf } from '../../catalog/charts/lanes.ts';
import { todayAt } from '../../catalog/charts/requested-range.ts';
import { listSellerKeys } from '../../catalog/charts/timeline-queries.ts';
import { listDayEnds } from './day-end-queries.ts';
import { dayRows, type ProductFacts, type SheetDay } from './day-rows.ts';
import { listSalesDays, listSheetProducts, type SheetProduct } from './row-queries.ts';

/** A product or the parent of a family; both are `null` for all products that are tracked. */
export interface SheetSubject {
  readonly productId: string | null;
  readonly productGroupId: string | null;
  /** Whether a spreadsheet of all products has those that are not tracked too. */
  readonly includesUntracked: boolean;
}

/**
 * Lists the products of a spreadsheet; empty if the viewer may see no tracked product of the family. If it
 * `mayHaveEnded`, as between a request and its compiling, a family is listed also when it is not tracked any more.
 */
export async function loadProducts(
  tx: Tx,
  viewer: Viewer,
  { productId, productGroupId, includesUntracked, mayHaveEnded = false }: SheetSubject & { mayHaveEnded?: boolean },
): Promise<readonly SheetProduct[]> {
  if (productId === null && productGroupId === null) {
    return listSheetProducts(tx, viewer, includesUntracked ? 'all' : 'tracked');
  }
  const family = await listFamily(tx, viewer, { productId, productGroupId, mayHaveEnded });
  return listSheetProducts(
    tx,
    viewer,
    family.map((product) => product.productId),
  );
}

/** Returns the day that is today for these products. If the days of their marketplaces differ, it is the latest one. */
export function todayOf(products: readonly Pick<SheetProduct, 'marketplace'>[], now: Date): string {
  const codes = [...new Set(products.map((product) => product.marketplace))];
  return codes.length === 0 ? dayAt('US', now) : todayAt(codes, now);
}

/** A page takes a few megabytes, whether the range is long or short. */
const rowsPerPage = 10_000;
const mostProductsPerPage = 100;

const valuedAspects: readonly Aspect[] = ['offers', 'listing', 'stock'];

interface Sheet {
  readonly tenantId: string;
  readonly products: readonly SheetProduct[];
  readonly range: ChartRange;
  readonly now: Date;
}

/**
 * Reads the rows product by product, days oldest first. Each page of products is read in one snapshot of its own, so
 * that a long file does not keep a transaction open.
 * @param beforePage may end the reading by throwing
 */
export async function* readRows(
  { db }: Pick<Context, 'db'>,
  sheet: Sheet,
  beforePage: () => Promise<void> = async () => undefined,
): AsyncGenerator<readonly Cell[]> {
  const { tenantId, products } = sheet;
  const calendars = calendarsOf(sheet);
  const hoursLooked = await db.snapshot(tenantId, (tx) => loadHoursLooked(tx, sheet));
  const dayCount = daysOf(sheet.range).length;
  const size = Math.min(mostProductsPerPage, Math.max(1, Math.floor(rowsPerPage / dayCount)));
  for (const some of batchesOf(products, size)) {
    await beforePage();
    const page = { ...sheet, products: some, hoursLooked };
    const facts = await db.snapshot(tenantId, (tx) => loadFacts(tx, page));
    for (const one of facts) yield* dayRows(one, calendars.get(one.product.marketplace) ?? []);
  }
}

/** The days of each marketplace, of which the last one is not later than today. */
function calendarsOf({ products, range, now }: Sheet): ReadonlyMap<string, readonly SheetDay[]> {
  const codes = new Set(products.map((product) => product.marketplace));
  return new Map(
    [...codes].map((code) => {
      const days = daysOf(range).filter((date) => date <= dayAt(code, now));
      const starts = [...days, addDays(days.at(-1) ?? range.from, 1)].map((date) => dayStartAt(code, date));
      return [
        code,
        days.map((date, index) => {
          const end = starts[index + 1] ?? now;
          return { date, from: starts[index] ?? now, to: end < now ? end : now };
        }),
      ];
    }),
  );
}

type HoursLooked = ReadonlyMap<string, readonly Date[]>;

/** Reads the hours of each place once for the whole file. */
async function loadHoursLooked(tx: Tx, { tenantId, products, range, now }: Sheet): Promise<HoursLooked> {
  const places = [...new Map(products.map((product) => [placeKey(product), product])).values()];
  if (places.length === 0) return new Map();
  const hours = await listHoursLooked(tx, tenantId, { products: places, from: earliestOf(places, range), to: now });
  return new Map([...Map.groupBy(hours, placeKey)].map(([key, looked]) => [key, looked.map(({ at }) => at)]));
}

const earliestOf = (products: readonly SheetProduct[], range: ChartRange): Date =>
  new Date(Math.min(...products.map((product) => dayStartAt(product.marketplace, range.from).getTime())));

interface Page extends Sheet {
  readonly hoursLooked: HoursLooked;
}

async function loadFacts(tx: Tx, page: Page): Promise<readonly ProductFacts[]> {
  const { tenantId, products, range, now, hoursLooked } = page;
  const productIds = products.map(({ productId }) => productId);
  const ofDays = { ...range, productIds };
  const sales = byProduct(await listSalesDays(tx, tenantId, ofDays));
  const reported = await loadReportedDays(tx, tenantId, range);
  const ranks = byProduct(await averageRanks(tx, tenantId, ofDays));
  const tracked = byProduct(await listTracked(tx, tenantId, productIds));
  const seen = byProduct(
    await listDayEnds(tx, tenantId, {
      products: products.map((product) => ({
        productId: product.productId,
        timeZone: marketplace(product.marketplace).timeZone,
        from: dayStartAt(product.marketplace, range.from),
        to: dayStartAt(product.marketplace, addDays(range.to, 1)),
      })),
      aspects: valuedAspects,
    }),
  );
  const sellerKeys = await listSellerKeys(tx, tenantId);
  return products.map((product) => {
    const { productId } = product;
    const from = dayStartAt(product.marketplace, range.from);
    return {
      product,
      sales: new Map((sales.get(productId) ?? []).map((one) => [one.day, one])),
      reported: reported.of(product),
      ranks: new Map((ranks.get(productId) ?? []).map(({ day, rank }) => [day, rank])),
      lanes: lanesOf({ seen: seen.get(productId) ?? [], from, sellerKeys }),
      gaps: gapsOf({
        range: { from, to: now },
        tracked: tracked.get(productId) ?? [],
        hoursLooked: hoursLooked.get(placeKey(product)) ?? [],
        everyMs: product.ranksEveryMs,
      }),
    };
  });
}

const byProduct = <Row extends { readonly productId: string }>(rows: readonly Row[]): Map<string, Row[]> =>
  Map.groupBy(rows, ({ productId }) => productId);
