import { sql } from 'kysely';
import type { SellerAccount } from '@app/shared/contract/sellers.ts';
import type { Tx } from '../../lib/db/db.ts';
import type { NewNames } from '../accounts/settings/settings-shapes.ts';
import { listSellerAccounts } from './queries.ts';
import { shapeSellerAccount } from './shape.ts';

/** Lists the seller accounts that the viewer has access to, in the form that the specification gives them. */
export const listSellers = async (
  tx: Tx,
  viewer: Parameters<typeof listSellerAccounts>[1],
): Promise<readonly SellerAccount[]> => (await listSellerAccounts(tx, viewer)).map(shapeSellerAccount);

export async function renameSellers(tx: Tx, { tenantId, nickNames, version }: NewNames): Promise<void> {
  await sql`
    update seller_accounts s
       set nick_name = n.name,
           version = ${version}::bigint
      from unnest(${[...nickNames.keys()]}::bigint[], ${[...nickNames.values()]}::text[]) as n (id, name)
     where s.tenant_id = ${tenantId}
       and s.seller_account_id = n.id`.execute(tx);
}
