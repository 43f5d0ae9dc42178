import { sql } from 'kysely';
import type { RequestName } from '../../../external/marketplace/standing.ts';
import type { Executor, Tx } from '../../../lib/db/db.ts';
import type { SellerKey } from '../queries.ts';

/** A request of one account that the marketplace refuses. The subject '' means the whole operation. */
export interface Refusal {
  readonly operation: string;
  readonly subject: string;
  readonly reason: string;
  readonly failures: number;
  /** The first of the refusals in a row. */
  readonly refusedSince: Date;
  readonly retryAt: Date;
}

export async function listRefusals(tx: Tx, { tenantId, sellerAccountId }: SellerKey): Promise<readonly Refusal[]> {
  const { rows } = await sql<Refusal>`
    /* prepared */
    select r.operation, r.subject, r.reason, r.failures, r.refused_since as "refusedSince", r.retry_at as "retryAt"
      from request_refusals r
     where r.tenant_id = ${tenantId}
       and r.seller_account_id = ${sellerAccountId}`.execute(tx);
  return rows;
}

export interface ShownRefusal extends Pick<Refusal, 'operation' | 'subject'> {
  readonly sellerAccountId: string;
}

/** Lists the refusals of all accounts of the tenant with at least this many failures in a row. */
export async function listRepeatedRefusals(
  tx: Tx,
  tenantId: string,
  leastFailures: number,
): Promise<readonly ShownRefusal[]> {
  const { rows } = await sql<ShownRefusal>`
    /* prepared */
    select r.seller_account_id as "sellerAccountId", r.operation, r.subject
      from request_refusals r
     where r.tenant_id = ${tenantId}
       and r.failures >= ${leastFailures}
     order by r.seller_account_id, r.operation, r.subject`.execute(tx);
  return rows;
}

/**
 * Returns when a refused request may be made again; `null` if it is not refused any more. Locks the row, which waits
 * for a transaction that deletes the refusal and makes its sweeps due: otherwise the caller could postpone these sweeps
 * again.
 */
export async function findRetryAt(
  tx: Tx,
  { tenantId, sellerAccountId }: SellerKey,
  { operation, subject }: RequestName,
): Promise<Date | null> {
  const { rows } = await sql<{ retryAt: Date }>`
    select r.retry_at as "retryAt"
      from request_refusals r
     where r.tenant_id = ${tenantId}
       and r.seller_account_id = ${sellerAccountId}
       and r.operation = ${operation}
       and r.subject = ${subject ?? ''}
       for share`.execute(tx);
  return rows[0]?.retryAt ?? null;
}

export interface AuthorizedAccount extends SellerKey {
  /**
   * The token before the request. The refusal is ignored if the stored token differs, because the seller has authorised
   * again.
   */
  readonly encryptedRefreshToken: string;
}

export async function saveRefusal(
  tx: Tx,
  { tenantId, sellerAccountId, encryptedRefreshToken }: AuthorizedAccount,
  refusal: Refusal,
): Promise<void> {
  await sql`
    insert into request_refusals (
      tenant_id, seller_account_id, operation, subject, reason, failures, refused_since, retry_at
    )
    select s.tenant_id, s.seller_account_id, ${refusal.operation}, ${refusal.subject}, ${refusal.reason},
           ${refusal.failures}::int, ${refusal.refusedSince}::timestamptz, ${refusal.retryAt}::timestamptz
      from seller_accounts s
     where s.tenant_id = ${tenantId}
       and s.seller_account_id = ${sellerAccountId}
       and s.deleted_at is null
       and s.refresh_token = ${encryptedRefreshToken}
        on conflict (tenant_id, seller_account_id, operation, subject) do update
       set reason = excluded.reason,
           failures = excluded.failures,
           retry_at = excluded.retry_at`.execute(tx);
}

export async function deleteRefusal(
  tx: Tx,
  { tenantId, sellerAccountId }: SellerKey,
  { operation, subject }: Pick<Refusal, 'operation' | 'subject'>,
): Promise<void> {
  await sql`
    delete from request_refusals
     where tenant_id = ${tenantId}
       and seller_account_id = ${sellerAccountId}
       and operation = ${operation}
       and subject = ${subject}`.execute(tx);
}

export async function deleteRefusals(tx: Tx, { tenantId, sellerAccountId }: SellerKey): Promise<void> {
  await sql`
    delete from request_refusals
     where tenant_id = ${tenantId}
       and seller_account_id = ${sellerAccountId}`.execute(tx);
}

/** Admits each refused request of the account once more. */
export async function admitRefused(tx: Tx, { tenantId, sellerAccountId }: SellerKey, now: Date): Promise<void> {
  await sql`
    update request_refusals
       set retry_at = least(retry_at, ${now})
     where tenant_id = ${tenantId}
       and seller_account_id = ${sellerAccountId}`.execute(tx);
}

/** Makes the sweeps due whose last attempt failed. */
export async function wakeFailedSweeps(tx: Tx, { tenantId, sellerAccountId }: SellerKey, now: Date): Promise<void> {
  await sql`
    update sweeps
       set due_at = least(due_at, ${now})
     where tenant_id = ${tenantId}
       and seller_account_id = ${sellerAccountId}
       and failures > 0`.execute(tx);
}

/** Makes subscribing due, which requests the refused notification types again. */
export async function wakeSubscribing(tx: Tx, { tenantId, sellerAccountId }: SellerKey, now: Date): Promise<void> {
  await sql`
    update sweeps
       set due_at = least(due_at, ${now})
     where tenant_id = ${tenantId}
       and seller_account_id = ${sellerAccountId}
       and source = 'subscriptions'`.execute(tx);
}

/**
 * Deletes refusals of all tenants whose request was not made again, for example because the seller has left the
 * marketplace.
 */
export async function forgetRefusals(db: Executor, retriedBefore: Date): Promise<void> {
  await sql`
    delete from request_refusals r
     where r.retry_at < ${retriedBefore}`.execute(db);
}
