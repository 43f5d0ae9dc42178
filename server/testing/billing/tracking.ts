import { sql } from 'kysely';
import type { Db } from '../../src/lib/db/db.ts';

export interface TrackedTime {
  readonly from: Date;
  /** The end of the tracking; `null` if the ASINs are still tracked. */
  readonly to: Date | null;
  /** Whether the products belong to a second seller account of the tenant. */
  readonly ofOtherAccount?: boolean;
}

interface Tracking extends TrackedTime {
  readonly asins: number;
  readonly marketplace?: string;
}

/** Tracks the ASINs B000000000, B000000001 and so on for a time, with the products and accounts they need. */
export async function trackAsins(db: Db, tenantId: string, tracking: Tracking): Promise<void> {
  const { asins, marketplace = 'US', from, to, ofOtherAccount = false } = tracking;
  const sellerKey = ofOtherAccount ? 'A2OTHER' : 'A1FIRST';
  await db.tenant(tenantId, async (tx) => {
    await sql`
      insert into seller_accounts (
        tenant_id, selling_partner_id, region, name, refresh_token, token_last6, created_at, authorized_at, version
      )
      values (${tenantId}, ${sellerKey}, 'NA', ${sellerKey}, 'not a token', '123456', ${from}, ${from}, 0)
      on conflict do nothing`.execute(tx);
    const { rows } = await sql<{ sellerAccountId: string }>`
      select s.seller_account_id as "sellerAccountId"
        from seller_accounts s
       where s.tenant_id = ${tenantId}
         and s.selling_partner_id = ${sellerKey}`.execute(tx);
    await sql`
      insert into products (
        tenant_id, seller_account_id, marketplace, asin, name, is_active, is_tracked, version, created_at
      )
      select ${tenantId}, ${rows[0]?.sellerAccountId}::bigint, ${marketplace}, 'B' || lpad(no::text, 9, '0'), 'Lantern', true, ${to === null}, 0, ${from}
        from generate_series(0, ${asins - 1}::int) no
      on conflict do nothing`.execute(tx);
    await sql`
      insert into tracking_periods (tenant_id, product_id, tracked_from, tracked_to)
      select p.tenant_id, p.product_id, ${from}, ${to}
        from products p
        join seller_accounts s
          on s.tenant_id = p.tenant_id
         and s.seller_account_id = p.seller_account_id
       where p.tenant_id = ${tenantId}
         and p.marketplace = ${marketplace}
         and s.selling_partner_id = ${sellerKey}
         and p.asin < 'B' || lpad(${asins}::int::text, 9, '0')
      returning 1`.execute(tx);
  });
}
