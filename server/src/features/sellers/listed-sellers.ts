import type { SellerAccount } from '@app/shared/contract/sellers.ts';
import type { Tx } from '../../lib/db/db.ts';
import { listSellerAccounts } from './queries.ts';
import { shapeSellerAccount } from './shape.ts';

/** Lists the seller accounts that the viewer has access to, in the form that the specification gives them. */
export const listSellers = async (
  tx: Tx,
  viewer: Parameters<typeof listSellerAccounts>[1],
): Promise<readonly SellerAccount[]> => (await listSellerAccounts(tx, viewer)).map(shapeSellerAccount);
