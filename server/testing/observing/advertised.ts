import { sql } from 'kysely';
import type { Db } from '../../src/lib/db/db.ts';

interface Advertised {
  readonly tenantId: string;
  readonly sellerAccountId: string;
  readonly productId: string;
  readonly marketplace?: string;
}

interface AdvertisedDay {
  /** Units and orders that advertisements of the product itself and of other products brought. */
  readonly same?: readonly [units: number, orders: number];
  readonly other?: readonly [units: number, orders: number];
  readonly costCents?: number;
  /** Reports that were read. */
  readonly read?: 'both' | 'one';
}

/** Writes what the reports of advertising say about a day of a product. */
export async function writeAdvertisedDay(
  db: Db,
  { tenantId, sellerAccountId, productId, marketplace = 'US' }: Advertised,
  { day, same = [0, 0], other = [0, 0], costCents = 0, read = 'both' }: AdvertisedDay & { readonly day: string },
): Promise<void> {
  await db.tenant(tenantId, async (tx) => {
    await sql`
      insert into advertising_reported_days (
        tenant_id, seller_account_id, marketplace, day, advertised_read_at, purchased_read_at
      )
      values (
        ${tenantId}, ${sellerAccountId}, ${marketplace}, ${day}, now(), case when ${read === 'both'} then now() end
      )
      on conflict do nothing`.execute(tx);
    await sql`
      insert into advertising_days (
        tenant_id, product_id, day, same_units, same_orders, other_units, other_orders, cost_cents
      )
      values (${tenantId}, ${productId}, ${day}, ${same[0]}, ${same[1]}, ${other[0]}, ${other[1]}, ${costCents})`.execute(
      tx,
    );
  });
}
