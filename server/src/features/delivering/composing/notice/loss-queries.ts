import { sql } from 'kysely';
import type { Executor, Tx } from '../../../../lib/db/db.ts';

export interface Loss {
  readonly tenantId: string;
  readonly sellerAccountId: string;
}

/**
 * Returns, over all tenants, the lost authorisations that no owner was informed of. An owner whose address gets no mail
 * at present is informed later, and no owner is informed during an outage of the marketplace. Uses the index
 * seller_accounts_lost.
 */
export async function listUntoldLosses(
  db: Executor,
  { lostBefore, quietSince }: { readonly lostBefore: Date; readonly quietSince: Date },
): Promise<readonly Loss[]> {
  const { rows } = await sql<Loss>`
    select s.tenant_id as "tenantId", s.seller_account_id as "sellerAccountId"
      from seller_accounts s
      join email_addresses e
        on e.tenant_id = s.tenant_id
       and e.is_primary
       and e.verified_at is not null
       and e.stopped_at is null
     where s.may_need_reauthorization
       and s.loss_told_at is null
       and s.deleted_at is null
       and coalesce(s.lost_at <= ${lostBefore}, true)
       and not exists (select 1
                         from operator_alarms a
                        where a.alarm = 'authorizationsRefused'
                          and a.last_at >= ${quietSince})
     limit 100`.execute(db);
  return rows;
}

/**
 * Notes that the owner is informed, and returns the seller account's name; `null` if another process has informed the
 * owner or the authorisation works again.
 */
export async function claimLoss(tx: Tx, { tenantId, sellerAccountId }: Loss, now: Date): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    update seller_accounts
       set loss_told_at = ${now}
     where tenant_id = ${tenantId}
       and seller_account_id = ${sellerAccountId}
       and may_need_reauthorization
       and loss_told_at is null
       and deleted_at is null
    returning coalesce(nick_name, name) as name`.execute(tx);
  return rows[0]?.name ?? null;
}

export async function hasLostAccount(tx: Tx, tenantId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1
      from seller_accounts s
     where s.tenant_id = ${tenantId}
       and s.may_need_reauthorization
       and s.deleted_at is null
     limit 1`.execute(tx);
  return rows.length > 0;
}
