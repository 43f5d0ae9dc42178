import { sql } from 'kysely';
import type { Tx } from '../../../../lib/db/db.ts';
import { announceWork } from '../../../../lib/jobs/work-bells.ts';
import { purposeOfSource } from '../../quota/page-pace.ts';
import type { Source } from '../../sources/source.ts';
import type { SweepKey } from '../sweep-queries.ts';

interface SourcesOfAccount {
  readonly marketplaces: readonly string[];
  readonly sources: readonly Pick<Source, 'name' | 'scope'>[];
  readonly now: Date;
}

/**
 * Creates the sweeps of an account, which are due immediately: one per marketplace for sources with that scope,
 * otherwise one for all marketplaces. Deletes sweeps of marketplaces that the seller has left and of sources that no
 * longer exist.
 */
export async function ensureSweeps(
  tx: Tx,
  { tenantId, sellerAccountId }: SweepKey,
  { marketplaces, sources, now }: SourcesOfAccount,
): Promise<void> {
  await sql`
    insert into sweeps (tenant_id, seller_account_id, marketplace, source, due_at)
    select ${tenantId}::uuid, ${sellerAccountId}::bigint, m.marketplace, s.source, ${now}::timestamptz
      from unnest(${marketplaces}::text[]) as m (marketplace)
     cross join unnest(${named(sources, 'marketplace')}::text[]) as s (source)
     union all
    select ${tenantId}::uuid, ${sellerAccountId}::bigint, '', s.source, ${now}::timestamptz
      from unnest(${named(sources, 'account')}::text[]) as s (source)
        on conflict do nothing`.execute(tx);
  announceWork('sweeps');
  await sql`
    delete from sweeps
     where tenant_id = ${tenantId}
       and seller_account_id = ${sellerAccountId}
       and (marketplace <> all (${['', ...marketplaces]}::text[])
         or source <> all (${sources.map(({ name }) => name)}::text[]))`.execute(tx);
}

/**
 * Creates the sweep that reads the orders of the last months, which decide what is tracked. True if it has finished a
 * pass.
 */
export async function ensureOrderHistory(tx: Tx, { tenantId, sellerAccountId }: SweepKey, now: Date): Promise<boolean> {
  await sql`
    insert into sweeps (tenant_id, seller_account_id, marketplace, source, due_at)
    values (${tenantId}, ${sellerAccountId}, '', 'order-history', ${now})
        on conflict do nothing`.execute(tx);
  announceWork('sweeps');
  const { rows } = await sql`
    select 1
      from sweeps s
     where s.tenant_id = ${tenantId}
       and s.seller_account_id = ${sellerAccountId}
       and s.source = 'order-history'
       and s.confirmed_at is not null`.execute(tx);
  return rows.length > 0;
}

/** Makes a discovery that is under way due, since it may have waited for the pass that just ended. */
export async function wakeDiscovery(tx: Tx, { tenantId, sellerAccountId }: SweepKey, now: Date): Promise<void> {
  await sql`
    update sweeps s
       set due_at = least(s.due_at, ${now})
     where s.tenant_id = ${tenantId}
       and s.seller_account_id = ${sellerAccountId}
       and s.source = 'discovery'
       and s.pass_started_at is not null`.execute(tx);
  announceWork('sweeps');
}

const named = (sources: SourcesOfAccount['sources'], scope: Source['scope']): string[] =>
  sources.filter((source) => source.scope === scope).map(({ name }) => name);

/**
 * Restarts the passes in the marketplaces of new products, so that these products need not wait for hours. Passes of
 * retail pages are not restarted, because pages cost money: the sources of new pages read the new products.
 */
export async function lookAgain(
  tx: Tx,
  { tenantId, sellerAccountId }: Pick<SweepKey, 'tenantId' | 'sellerAccountId'>,
  { productIds, now }: { readonly productIds: readonly string[]; readonly now: Date },
): Promise<void> {
  await sql`
    update sweeps s
       set due_at = least(s.due_at, ${now}),
           pass_started_at = null,
           -- Without the progress of the previous pass, the next pass of orders hands over the sales of new products
           -- too.
           cursor = case when s.source = 'orders' then null else s.cursor - 'silentAt' end
     where s.tenant_id = ${tenantId}
       and s.seller_account_id = ${sellerAccountId}
       and s.source <> all (${[...purposeOfSource.keys()]}::text[])
       and (s.source = 'orders'
         or s.marketplace in (
             select p.marketplace
               from products p
              where p.tenant_id = ${tenantId}
                and p.product_id = any (${productIds}::bigint[])
           ))`.execute(tx);
  announceWork('sweeps');
}
