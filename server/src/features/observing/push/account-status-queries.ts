import { sql } from 'kysely';
import { latestPlausible } from '../../../lib/clock-skew.ts';
import type { Tx } from '../../../lib/db/db.ts';
import type { Actor } from '../../../http/actor.ts';
import { nextWorldVersion } from '../../../lib/db/world-version.ts';
import type { AccountStatus } from './push-type.ts';
import type { Subscriber } from './subscription-queries.ts';

interface StatusNews {
  readonly status: AccountStatus;
  /** The marketplace; `null` means all marketplaces of the account. */
  readonly marketplace: string | null;
  readonly at: Date;
  readonly now: Date;
}

/**
 * Stores the marketplace's status of the account, which the dashboard shows among the account errors. An older status
 * changes nothing, unless the stored one has a time in the future and is therefore dated wrongly.
 */
export async function noteAccountStatus(
  tx: Tx,
  { tenantId, sellerAccountId }: Subscriber,
  { status, marketplace, at, now }: StatusNews,
): Promise<void> {
  const { rows } = await sql`
    update seller_marketplaces m
       set account_status = ${status},
           account_status_at = ${at}
     where m.tenant_id = ${tenantId}
       and m.seller_account_id = ${sellerAccountId}
       and (${marketplace}::text is null or m.marketplace = ${marketplace})
       and (m.account_status_at is null
         or m.account_status_at < ${at}
         or m.account_status_at > ${latestPlausible(now)})
    returning 1`.execute(tx);
  if (rows.length > 0) await nextWorldVersion(tx, tenantId);
}

export interface AccountTrouble {
  readonly sellerAccountId: string;
  readonly marketplace: string;
  readonly status: Exclude<AccountStatus, 'NORMAL'>;
}

/** Lists the marketplaces in which accounts of the viewer are at risk or deactivated. */
export async function listAccountTroubles(tx: Tx, actor: Actor): Promise<readonly AccountTrouble[]> {
  const { rows } = await sql<AccountTrouble>`
    /* prepared */
    select m.seller_account_id as "sellerAccountId", m.marketplace, m.account_status as status
      from seller_marketplaces m
     where m.tenant_id = ${actor.tenantId}
       and m.account_status in ('AT_RISK', 'DEACTIVATED')
       and m.seller_account_id <> all (${[...actor.hiddenSellerAccountIds]}::bigint[])
     order by m.seller_account_id, m.marketplace`.execute(tx);
  return rows;
}
