import { sql, type RawBuilder } from 'kysely';

/**
 * The seller accounts that the person of the address `e` may not see. A seller account that is being deleted is hidden
 * from everybody, including the owner.
 */
export const hiddenAccounts = (tenantId: string): RawBuilder<readonly string[]> => sql`
  (e.hidden_seller_account_ids || array(
    select a.seller_account_id
      from seller_accounts a
     where a.tenant_id = ${tenantId}
       and a.deleted_at is not null
  ))::text[]`;
