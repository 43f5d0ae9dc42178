import { sql } from 'kysely';
import type { Executor, Tx } from '../../../../lib/db/db.ts';
import { joinHooksOfUnreachable } from '../../outbox/account-event-queries.ts';

interface Loss {
  readonly tenantId: string;
  readonly sellerAccountId: string;
}

interface LossInstants {
  readonly lostBefore: Date;
  readonly quietSince: Date;
}

/**
 * Returns, over all tenants, the lost authorisations that no owner was informed of. An owner whose address gets no mail
 * at present is informed later, and no owner is informed during an outage of the marketplace. Uses the index
 * seller_accounts_lost.
 */
export async function listUntoldLosses(db: Executor, instants: LossInstants): Promise<readonly Loss[]> {
  const { rows } = await sql<Loss>`
    select s.tenant_id as "tenantId", s.seller_account_id as "sellerAccountId"
      from seller_accounts s
      join email_addresses e
        on e.tenant_id = s.tenant_id
       and e.is_primary
       and e.verified_at is not null
       and e.stopped_at is null
     where ${isUntold(instants)}
     limit 100`.execute(db);
  return rows;
}

/**
 * Returns, over all tenants, the lost authorisations that no hook was called about yet, though the owner cannot be
 * mailed: a program does not wait for the mailbox of a person. Older losses were known before the hook was subscribed.
 */
export async function listUncalledLosses(
  db: Executor,
  { lostAfter, ...instants }: LossInstants & { readonly lostAfter: Date },
): Promise<readonly Loss[]> {
  const hooks = joinHooksOfUnreachable({
    event: 'connectionBroken',
    tenantId: sql`s.tenant_id`,
    subject: sql`coalesce(s.nick_name, s.name)`,
    at: sql`s.lost_at`,
  });
  const { rows } = await sql<Loss>`
    select distinct s.tenant_id as "tenantId", s.seller_account_id as "sellerAccountId"
      from seller_accounts s
      ${hooks}
     where ${isUntold(instants)}
       and s.lost_at > ${lostAfter}
       and m.message_id is null
     limit 100`.execute(db);
  return rows;
}

const isUntold = ({ lostBefore, quietSince }: LossInstants) => sql`
           s.may_need_reauthorization
       and s.loss_told_at is null
       and s.deleted_at is null
       and coalesce(s.lost_at <= ${lostBefore}, true)
       and not exists (select 1
                         from operator_alarms a
                        where a.alarm = 'authorizationsRefused'
                          and a.last_at >= ${quietSince})`;

interface UntoldLoss {
  readonly name: string;
  readonly lostAt: Date | null;
}

/** Locks a lost seller account; `null` if its owner was already informed or the authorisation works again. */
export async function lockUntoldLoss(tx: Tx, { tenantId, sellerAccountId }: Loss): Promise<UntoldLoss | null> {
  const { rows } = await sql<UntoldLoss>`
    select coalesce(s.nick_name, s.name) as name, s.lost_at as "lostAt"
      from seller_accounts s
     where s.tenant_id = ${tenantId}
       and s.seller_account_id = ${sellerAccountId}
       and s.may_need_reauthorization
       and s.loss_told_at is null
       and s.deleted_at is null
       for no key update`.execute(tx);
  return rows[0] ?? null;
}

/** Notes that the owner is informed of a lost authorisation. */
export async function noteLossTold(tx: Tx, { tenantId, sellerAccountId }: Loss, now: Date): Promise<void> {
  await sql`
    update seller_accounts
       set loss_told_at = ${now}
     where tenant_id = ${tenantId}
       and seller_account_id = ${sellerAccountId}`.execute(tx);
}

/**
 * Whether the seller account with this name has lost its authorisation. If none has the name any more, because it got
 * another one since, any lost account may be the one.
 */
export async function isLostAccount(tx: Tx, tenantId: string, name: string): Promise<boolean> {
  const { rows } = await sql<{ isNamed: boolean; isLost: boolean }>`
    select coalesce(s.nick_name, s.name) = ${name} as "isNamed",
           s.may_need_reauthorization and s.deleted_at is null as "isLost"
      from seller_accounts s
     where s.tenant_id = ${tenantId}`.execute(tx);
  const named = rows.filter(({ isNamed }) => isNamed);
  return (named.length > 0 ? named : rows).some(({ isLost }) => isLost);
}
