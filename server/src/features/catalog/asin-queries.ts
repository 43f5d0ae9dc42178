import { sql } from 'kysely';
import type { Actor } from '../../http/actor.ts';
import type { Tx } from '../../lib/db/db.ts';

interface AsinPlace {
  readonly marketplace: string;
  readonly isTracked: boolean;
}

/**
 * Lists the marketplaces in which the viewer's seller accounts have this ASIN, and whether one of them tracks it there.
 */
export async function listAsinPlaces(tx: Tx, actor: Actor, asin: string): Promise<readonly AsinPlace[]> {
  const { rows } = await sql<AsinPlace>`
    select p.marketplace,
           bool_or(p.is_tracked) as "isTracked"
      from products p
     where p.tenant_id = ${actor.tenantId}
       and p.asin = ${asin}
       and p.seller_account_id <> all (${actor.hiddenSellerAccountIds}::bigint[])
     group by p.marketplace
     order by p.marketplace`.execute(tx);
  return rows;
}
