import { sql } from 'kysely';
import type { Colour } from '@app/shared/base/severity.ts';
import type { Tx } from '../../../lib/db/db.ts';
import type { Viewer } from '../../world/world-queries.ts';

export interface Company {
  readonly name: string;
  /** The names of the seller accounts by id. */
  readonly sellers: ReadonlyMap<string, string>;
  /** Accounts that are being deleted. */
  readonly deletedSellerAccountIds: readonly string[];
}

export async function loadCompany(tx: Tx, tenantId: string): Promise<Company> {
  const { rows: names } = await sql<{ name: string }>`
    select t.company_name as name
      from tenants t
     where t.tenant_id = ${tenantId}`.execute(tx);
  const { rows } = await sql<{ id: string; name: string; isDeleted: boolean }>`
    select s.seller_account_id as id, coalesce(s.nick_name, s.name) as name, s.deleted_at is not null as "isDeleted"
      from seller_accounts s
     where s.tenant_id = ${tenantId}
     order by s.seller_account_id`.execute(tx);
  return {
    name: names[0]?.name ?? '',
    sellers: new Map(rows.map(({ id, name }) => [id, name])),
    deletedSellerAccountIds: rows.filter(({ isDeleted }) => isDeleted).map(({ id }) => id),
  };
}

interface AlertRow {
  readonly at: Date;
  readonly type: string;
  readonly colour: Colour;
  readonly message: string | null;
  readonly marketplace: string;
  readonly asin: string;
  readonly sellerAccountId: string;
  readonly name: string;
}

/** Lists the alerts since an instant, newest first. */
export async function listAlerts(
  tx: Tx,
  viewer: Viewer,
  {
    since,
    most,
    hiddenTypes,
  }: { readonly since: Date; readonly most: number; readonly hiddenTypes: readonly string[] },
): Promise<readonly AlertRow[]> {
  const { rows } = await sql<AlertRow>`
    select f.at,
           f.type,
           f.colour,
           f.message,
           p.marketplace,
           p.asin,
           p.seller_account_id as "sellerAccountId",
           coalesce(p.short_name, p.name) as name
      from flips f
      join products p
        on p.tenant_id = f.tenant_id
       and p.product_id = f.product_id
     where f.tenant_id = ${viewer.tenantId}
       and f.at >= ${since}
       and not f.is_silent
       and (f.colour <> 'GREEN' or f.is_improved)
       and f.type <> all (${hiddenTypes}::text[])
       and p.is_tracked
       and p.seller_account_id <> all (${viewer.hiddenSellerAccountIds}::bigint[])
     order by f.at desc, f.flip_id desc
     limit ${most}`.execute(tx);
  return rows;
}
