import { sql } from 'kysely';
import type { Executor, Tx } from '../../../../lib/db/db.ts';

interface ExpiringAuthorization {
  readonly tenantId: string;
  readonly sellerAccountId: string;
  /** The number of days before the end at which the owner is to be told now. */
  readonly days: number;
}

/**
 * Returns, over all watched tenants, authorisations that end soon, each with the number of days of the notice that is
 * due now and was not sent. Uses the index seller_accounts_authorized.
 */
export async function listExpiring(
  db: Executor,
  { before, days }: { readonly before: Date; readonly days: readonly number[] },
): Promise<readonly ExpiringAuthorization[]> {
  const { rows } = await sql<ExpiringAuthorization>`
    select s.tenant_id as "tenantId", s.seller_account_id as "sellerAccountId", min(d.days) as days
      from seller_accounts s
      join unnest(${[...days]}::integer[]) as d (days)
        on s.authorized_at <= ${before}::timestamptz + make_interval(days => d.days)
      join tenants t
        on t.tenant_id = s.tenant_id
       and t.is_watched
      join email_addresses e
        on e.tenant_id = s.tenant_id
       and e.is_primary
       and e.verified_at is not null
       and e.stopped_at is null
     where s.authorized_at > ${before}
       and s.deleted_at is null
       and not s.may_need_reauthorization
     group by s.tenant_id, s.seller_account_id
    having min(d.days) < coalesce(s.expiry_told_days, 1000)
     limit 100`.execute(db);
  return rows;
}

/**
 * Notes that the owner is told of the expiry, and returns the seller account; `null` if another process has told the
 * owner, or if the account was authorised again, refused or deleted since it was found.
 */
export async function claimExpiry(
  tx: Tx,
  { tenantId, sellerAccountId, days }: ExpiringAuthorization,
  before: Date,
): Promise<{ readonly name: string; readonly authorizedAt: Date } | null> {
  const { rows } = await sql<{ name: string; authorizedAt: Date }>`
    update seller_accounts
       set expiry_told_days = ${days}
     where tenant_id = ${tenantId}
       and seller_account_id = ${sellerAccountId}
       and coalesce(expiry_told_days, 1000) > ${days}
       and authorized_at <= ${before}::timestamptz + make_interval(days => ${days}::integer)
       and deleted_at is null
       and not may_need_reauthorization
    returning coalesce(nick_name, name) as name, authorized_at as "authorizedAt"`.execute(tx);
  return rows[0] ?? null;
}

/** Returns when each seller account of the tenant that is not being deleted was authorised. */
export async function listAuthorizedAt(tx: Tx, tenantId: string): Promise<readonly Date[]> {
  const { rows } = await sql<{ authorizedAt: Date }>`
    select s.authorized_at as "authorizedAt"
      from seller_accounts s
     where s.tenant_id = ${tenantId}
       and s.deleted_at is null`.execute(tx);
  return rows.map(({ authorizedAt }) => authorizedAt);
}
