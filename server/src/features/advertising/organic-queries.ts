import { sql } from 'kysely';
import type { Tx } from '../../lib/db/db.ts';

/** The units of a day without those that advertisements brought. The statement has to name `sales_days` as `s`. */
export const organicUnits = sql`greatest(0, s.units - coalesce(a.same_units + a.other_units, 0))`;
export const organicOrders = sql`greatest(0, s.orders - coalesce(a.same_orders + a.other_orders, 0))`;

export const joinAdvertising = (tenantId: string) => sql`
      left join advertising_days a
        on a.tenant_id = ${tenantId}
       and a.product_id = s.product_id
       and a.day = s.day`;

interface Place {
  readonly sellerAccountId: string;
  readonly marketplace: string;
}

const placeOf = ({ sellerAccountId, marketplace }: Place): string => `${sellerAccountId} ${marketplace}`;

/** The days whose sales by advertising are known, because both reports about them were read. */
interface ReportedDays {
  readonly isEmpty: boolean;
  of(place: Place): ReadonlySet<string>;
}

const noDays: ReadonlySet<string> = new Set();

/** Loads the reported days of all seller accounts of the tenant: a few rows for each marketplace and day. */
export async function loadReportedDays(
  tx: Tx,
  tenantId: string,
  { from, to = null }: { readonly from: string; readonly to?: string | null },
): Promise<ReportedDays> {
  const { rows } = await sql<Place & { days: string[] }>`
    /* prepared */
    select d.seller_account_id as "sellerAccountId",
           d.marketplace,
           array_agg(d.day::text order by d.day) as days
      from advertising_reported_days d
     where d.tenant_id = ${tenantId}
       and d.day >= ${from}::date
       and (${to}::date is null or d.day <= ${to}::date)
       and d.advertised_read_at is not null
       and d.purchased_read_at is not null
     group by d.seller_account_id, d.marketplace`.execute(tx);
  const days = new Map(rows.map((row) => [placeOf(row), new Set(row.days)]));
  return { isEmpty: rows.length === 0, of: (place) => days.get(placeOf(place)) ?? noDays };
}

export async function isAdvertisingConnected(
  tx: Tx,
  tenantId: string,
  { sellerAccountId }: Pick<Place, 'sellerAccountId'>,
): Promise<boolean> {
  const { rows } = await sql`
    select 1
      from connections c
     where c.tenant_id = ${tenantId}
       and c.service = 'advertising'
       and c.subject = ${sellerAccountId}::text
       and not (c.state = 'error' and c.next_try_at is null)`.execute(tx);
  return rows.length > 0;
}

/** The number of days over which the usual cost of advertising is averaged. */
export const spendDays = 7;

/**
 * Loads what advertising cost each product on an average day of the last reported week, for these products or, with
 * `null`, for all products of the tenant. Products without costs are left out.
 */
export async function loadAdSpend(
  tx: Tx,
  tenantId: string,
  { from, productIds }: { readonly from: string; readonly productIds: readonly string[] | null },
): Promise<ReadonlyMap<string, number>> {
  const which = productIds === null ? sql`` : sql`and p.product_id = any (${productIds}::bigint[])`;
  const { rows } = await sql<{ productId: string; cents: number }>`
    with latest as (
      select d.seller_account_id, d.marketplace, max(d.day) as day
        from advertising_reported_days d
       where d.tenant_id = ${tenantId}
         and d.day >= ${from}::date
         and d.advertised_read_at is not null
       group by d.seller_account_id, d.marketplace
    )
    select p.product_id as "productId",
           round(sum(d.cost_cents)::numeric / ${spendDays})::float8 as cents
      from latest l
      join products p
        on p.tenant_id = ${tenantId}
       and p.seller_account_id = l.seller_account_id
       and p.marketplace = l.marketplace
      join advertising_days d
        on d.tenant_id = p.tenant_id
       and d.product_id = p.product_id
       and d.day > l.day - ${spendDays}::int
       and d.day <= l.day
       and d.day >= ${from}::date
     where d.cost_cents > 0
       ${which}
     group by p.product_id`.execute(tx);
  return new Map(rows.map(({ productId, cents }) => [productId, cents]));
}
