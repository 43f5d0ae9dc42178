import { addDays } from '@app/shared/base/calendar-day.ts';
import { findMarketplace } from '@app/shared/base/marketplaces.ts';
import { labelOfColour, severityOfStatus } from '@app/shared/base/severity.ts';
import { dayMs } from '@app/shared/base/time.ts';
import { issueStatus } from '@app/shared/domain/issue-status.ts';
import { headlineOf } from '@app/shared/world/news-text.ts';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../lib/db/db.ts';
import type { Cell } from '../../../lib/spreadsheet/spreadsheet.ts';
import { listFreshness, type SourceFreshness } from '../../observing/freshness.ts';
import { loadProducts, readRows, todayOf } from '../../sales-spreadsheet/rows/sheet-rows.ts';
import { typesWithoutItems, uncountedTypes, type TenantFeatures } from '../../judging/settings/tenant-features.ts';
import { loadTenantFeatures } from '../../judging/settings/tenant-features-queries.ts';
import { loadWorldItems, type LoadedItem } from '../../world/item-queries.ts';
import { loadWorldProducts, type Viewer, type WorldProductRow } from '../../world/world-queries.ts';
import { listAlerts, loadCompany, type Company } from './content-queries.ts';
import { collectRows, mostRows, type Rows } from './row-blocks.ts';
import { tabs, type TabId } from './tabs.ts';

const days = 30;

export interface Content {
  readonly company: string;
  /** When the marketplace was last asked; `null` if it never was. */
  readonly sourceAt: Date | null;
  readonly tabs: ReadonlyMap<TabId, Rows>;
}

type Cells = readonly (readonly Cell[])[];

/** Reads everything that the owner of a tenant sees, as the rows of the tabs, each of which takes at most `most` rows. */
export async function readContent(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  tenantId: string,
  most = mostRows,
): Promise<Content> {
  const now = clock.now();
  const { company, viewer, freshness, salesProducts, cells } = await db.snapshot(tenantId, async (tx) => {
    const loaded = await loadCompany(tx, tenantId);
    const owner = { tenantId, hiddenSellerAccountIds: loaded.deletedSellerAccountIds };
    const sources = await listFreshness(tx, owner, now);
    const features = await loadTenantFeatures(tx, tenantId);
    return {
      company: loaded,
      viewer: owner,
      freshness: sources,
      salesProducts: await loadProducts(tx, owner, {
        productId: null,
        productGroupId: null,
        includesUntracked: false,
      }),
      cells: {
        ...(await productCells(tx, owner, { company: loaded, features })),
        alerts: await alertCells(tx, owner, { company: loaded, features, now, most }),
      },
    };
  });
  const today = todayOf(salesProducts, now);
  const range = { from: addDays(today, 1 - days), to: today };
  const rows: Readonly<Record<TabId, Cells | AsyncIterable<readonly Cell[]>>> = {
    ...cells,
    sales: readRows({ db }, { tenantId: viewer.tenantId, products: salesProducts, range, now }),
    freshness: freshnessCells(freshness, company),
  };
  const collected = new Map<TabId, Rows>();
  for (const { id, columns } of tabs) collected.set(id, await collectRows(rows[id], { width: columns.length, most }));
  return { company: company.name, sourceAt: latestOf(freshness), tabs: collected };
}

interface DescribedTenant {
  readonly company: Company;
  readonly features: TenantFeatures;
}

async function productCells(
  tx: Tx,
  viewer: Viewer,
  { company, features }: DescribedTenant,
): Promise<{ products: Cells; stock: Cells }> {
  const everything = { since: null, productIds: null };
  const products = await loadWorldProducts(tx, viewer, everything);
  const items = await loadWorldItems(tx, viewer, {
    ...everything,
    hiddenTypes: uncountedTypes(features),
    speakingTypes: [],
  });
  const itemsOf = Map.groupBy(items, ({ product }) => product.productId);
  const named = products.map((product) => ({
    product,
    name: [
      product.marketplace,
      product.asin,
      company.sellers.get(product.sellerAccountId) ?? '',
      product.shortName ?? product.name,
    ],
  }));
  return {
    products: named.map(({ product, name }) => [
      ...name,
      product.parentAsin,
      money(product.priceCents),
      currencyOf(product),
      product.starRatingTenths === null ? null : product.starRatingTenths / 10,
      product.reviewCount,
      product.bsrRank,
      money(product.fbaFeeCents),
      countItems(itemsOf.get(product.productId), 'alert'),
      countItems(itemsOf.get(product.productId), 'warning'),
    ]),
    stock: named.map(({ product, name }) => [
      ...name,
      product.inStockQty,
      product.inboundQty,
      product.totalQty,
      product.fbmQty,
    ]),
  };
}

/** Returns the currency of the amounts of a row: that of the price, or, if only the fee is known, the marketplace's. */
function currencyOf({ priceCents, currency, fbaFeeCents, marketplace }: WorldProductRow): string | null {
  if (priceCents !== null) return currency;
  return fbaFeeCents === null ? null : (findMarketplace(marketplace)?.currency ?? null);
}

const money = (cents: string | null): number | null => (cents === null ? null : Number(cents) / 100);

/** Counts the items of a severity that are neither muted nor done, as the dashboard does. */
const countItems = (items: readonly LoadedItem[] | undefined, severity: 'alert' | 'warning'): number =>
  (items ?? []).filter(
    ({ item }) =>
      item.mutedUntil === null && item.issueStatus !== issueStatus.done && severityOfStatus(item.status) === severity,
  ).length;

async function alertCells(
  tx: Tx,
  viewer: Viewer,
  { company, features, now, most }: DescribedTenant & { readonly now: Date; readonly most: number },
): Promise<Cells> {
  const since = new Date(now.getTime() - days * dayMs);
  // One row more than the tab takes shows that the tab is cut.
  const alerts = await listAlerts(tx, viewer, { since, most: most + 1, hiddenTypes: typesWithoutItems(features) });
  return alerts.map((alert) => [
    minuteText(alert.at),
    labelOfColour(alert.colour),
    headlineOf(alert),
    alert.marketplace,
    alert.asin,
    company.sellers.get(alert.sellerAccountId) ?? '',
    alert.name,
    alert.message,
  ]);
}

const freshnessCells = (freshness: readonly SourceFreshness[], { sellers }: Company): Cells =>
  freshness.map((source) => [
    sellers.get(source.sellerId) ?? '',
    source.marketplace,
    source.source,
    source.aspects.join(', '),
    source.lastCheckedAt === null ? null : minuteText(new Date(source.lastCheckedAt)),
    source.everyMinutes,
    source.late ? 'yes' : 'no',
  ]);

function latestOf(freshness: readonly SourceFreshness[]): Date | null {
  const times = freshness.flatMap(({ lastCheckedAt }) => (lastCheckedAt === null ? [] : [Date.parse(lastCheckedAt)]));
  return times.length === 0 ? null : new Date(times.reduce((a, b) => Math.max(a, b)));
}

/** "2026-06-15 12:03", in UTC. */
export const minuteText = (at: Date): string => at.toISOString().slice(0, 16).replace('T', ' ');
