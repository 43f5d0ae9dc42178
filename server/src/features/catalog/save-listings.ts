import { marketplace } from '@app/shared/base/marketplaces.ts';
import type { Context } from '../../context.ts';
import type { Marketplace } from '../../external/marketplace/marketplace.ts';
import type { SellerAccess } from '../../external/marketplace/seller-access.ts';
import type { Tx } from '../../lib/db/db.ts';
import { nextWorldVersion } from '../../lib/db/world-version.ts';
import {
  deactivateUnlisted,
  removeUnlisted,
  restartInactivity,
  upsertListings,
  upsertProducts,
  type AccountKey,
} from './queries.ts';
import { noteFactsGone } from './display-queries.ts';
import { parseListingsReport } from './reports/listings-report.ts';
import { lockProducts } from './tracking/tracking-queries.ts';

export interface ListingsContext extends Pick<Context, 'db' | 'clock' | 'log'> {
  readonly marketplace: Pick<Marketplace, 'downloadReport'>;
  /** Lets products be judged again in the transaction that removes a listing, since an alert may concern it. */
  judgeAgain(tx: Tx, again: { tenantId: string; productIds: readonly string[]; at: Date }): Promise<void>;
}

interface Document {
  readonly code: string;
  readonly documentId: string;
  readonly suspectedLength: number | null;
}

/** Stores the listings of one report. Listings that the report leaves out are removed. */
export async function saveListings(
  ctx: ListingsContext,
  { tenantId, sellerAccountId, access }: AccountKey & { readonly access: SellerAccess },
  { code, documentId, suspectedLength }: Document,
): Promise<void> {
  const text = await ctx.marketplace.downloadReport(access, documentId);
  const { listings, skipped } = parseListingsReport(text, suspectedLength);
  if (skipped > 0) ctx.log.info({ sellerAccountId, marketplace: code, skipped }, 'rows without SKU or ASIN');
  // An empty report means that there is nothing to report, not that all listings are gone.
  if (listings.length === 0) return;
  await ctx.db.tenant(tenantId, async (tx) => {
    const now = ctx.clock.now();
    const reported = { tenantId, sellerAccountId, marketplace: code, listings };
    const productIds = await removeUnlisted(tx, reported);
    await lockProducts(tx, { tenantId, sellerAccountIds: [sellerAccountId], productIds: null });
    if (productIds.length > 0) await ctx.judgeAgain(tx, { tenantId, productIds, at: now });
    const version = await nextWorldVersion(tx, tenantId);
    const listed = { ...reported, currency: marketplace(code).currency, now, version };
    await upsertProducts(tx, listed);
    await restartInactivity(tx, listed);
    await upsertListings(tx, listed);
    await deactivateUnlisted(tx, listed);
    if (productIds.length > 0) await noteFactsGone(tx, { tenantId, productIds, version });
  });
}
