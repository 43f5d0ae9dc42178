import { sql } from 'kysely';
import type { Region } from '@app/shared/base/marketplaces.ts';
import type { Tx } from '../../lib/db/db.ts';

export interface ConnectableSeller {
  readonly region: Region;
  readonly sellingPartnerId: string;
  readonly name: string;
}

interface Viewer {
  readonly tenantId: string;
  readonly hiddenSellerAccountIds: readonly string[];
}

/** Finds a seller account that the viewer may see. The id may be any text. */
export async function findConnectable(tx: Tx, viewer: Viewer, sellerId: string): Promise<ConnectableSeller | null> {
  const { rows } = await sql<ConnectableSeller>`
    select s.region, s.selling_partner_id as "sellingPartnerId", coalesce(s.nick_name, s.name) as name
      from seller_accounts s
     where s.tenant_id = ${viewer.tenantId}
       and s.seller_account_id::text = ${sellerId}
       and s.deleted_at is null
       and s.seller_account_id <> all (${[...viewer.hiddenSellerAccountIds]}::bigint[])`.execute(tx);
  return rows[0] ?? null;
}

/** The days of one marketplace of a seller account whose sales by advertising are known. */
interface ReportedSpan {
  readonly sellerId: string;
  readonly marketplace: string;
  readonly from: string;
  readonly to: string;
  readonly days: number;
}

export async function listReportedSpans(
  tx: Tx,
  { tenantId }: Pick<Viewer, 'tenantId'>,
): Promise<readonly ReportedSpan[]> {
  const { rows } = await sql<ReportedSpan>`
    select d.seller_account_id as "sellerId",
           d.marketplace,
           min(d.day) as "from",
           max(d.day) as "to",
           count(*)::int as days
      from advertising_reported_days d
     where d.tenant_id = ${tenantId}
       and d.advertised_read_at is not null
       and d.purchased_read_at is not null
     group by d.seller_account_id, d.marketplace
     order by d.seller_account_id, d.marketplace`.execute(tx);
  return rows;
}
