import { sql } from 'kysely';
import type { Executor, Tx } from '../../../lib/db/db.ts';
import type { SellerKey } from '../queries.ts';
import type { AuthorizedAccount } from './refusal-queries.ts';

export async function isMarkedLost(tx: Tx, { tenantId, sellerAccountId }: SellerKey): Promise<boolean> {
  const { rows } = await sql`
    select 1
      from seller_accounts s
     where s.tenant_id = ${tenantId}
       and s.seller_account_id = ${sellerAccountId}
       and s.may_need_reauthorization`.execute(tx);
  return rows.length > 0;
}

interface Loss extends AuthorizedAccount {
  readonly lostAt: Date;
  readonly probeAt: Date;
  readonly version: string;
}

export async function markLost(tx: Tx, loss: Loss): Promise<void> {
  await sql`
    update seller_accounts
       set may_need_reauthorization = true,
           lost_at = ${loss.lostAt},
           probe_failures = 0,
           probe_at = ${loss.probeAt},
           version = ${loss.version}
     where tenant_id = ${loss.tenantId}
       and seller_account_id = ${loss.sellerAccountId}
       and deleted_at is null
       and not may_need_reauthorization
       and refresh_token = ${loss.encryptedRefreshToken}`.execute(tx);
}

/**
 * Ends the loss of an authorisation. Returns true if there was one. The next loss is probed from the shortest interval
 * on, and the owner gets a mail about it again.
 */
export async function markHeld(tx: Tx, held: SellerKey & { readonly version: string }): Promise<boolean> {
  const wasLost = await isMarkedLost(tx, held);
  await sql`
    update seller_accounts
       set may_need_reauthorization = false,
           probe_failures = 0,
           probe_at = null,
           loss_told_at = null,
           lost_at = null,
           version = ${held.version}
     where tenant_id = ${held.tenantId}
       and seller_account_id = ${held.sellerAccountId}`.execute(tx);
  return wasLost;
}

/**
 * Makes all sweeps of an account due at the same instant, so that they are planned in the order of their urgency.
 * Passes start over, since nothing was observed during the loss. The order history, which is read once, is left alone.
 */
export async function makeSweepsDue(tx: Tx, { tenantId, sellerAccountId }: SellerKey, now: Date): Promise<void> {
  await sql`
    update sweeps
       set due_at = ${now},
           cursor = cursor - 'silentAt',
           pass_started_at = null
     where tenant_id = ${tenantId}
       and seller_account_id = ${sellerAccountId}
       and (source <> 'order-history' or confirmed_at is null)`.execute(tx);
}

/** Lists accounts of watched tenants that are due for a probe, the most overdue first. Relies on the index seller_accounts_lost. */
export async function listDueProbes(db: Executor, now: Date): Promise<readonly SellerKey[]> {
  const { rows } = await sql<SellerKey>`
    select s.tenant_id as "tenantId", s.seller_account_id as "sellerAccountId"
      from seller_accounts s
      join tenants t
        on t.tenant_id = s.tenant_id
     where s.may_need_reauthorization
       and t.is_watched
       and (s.probe_at is null or s.probe_at <= ${now})
       and s.deleted_at is null
     order by s.probe_at nulls first
     limit 100`.execute(db);
  return rows;
}

/** Returns how often the account was probed before. `null` if another process was faster. */
export async function claimProbe(
  tx: Tx,
  { tenantId, sellerAccountId }: SellerKey,
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<number | null> {
  const { rows } = await sql<{ failures: number }>`
    update seller_accounts
       set probe_at = ${until}
     where tenant_id = ${tenantId}
       and seller_account_id = ${sellerAccountId}
       and may_need_reauthorization
       and (probe_at is null or probe_at <= ${now})
       and deleted_at is null
    returning probe_failures as failures`.execute(tx);
  return rows[0]?.failures ?? null;
}

export async function postponeProbe(
  tx: Tx,
  { tenantId, sellerAccountId }: SellerKey,
  { failures, probeAt }: { readonly failures: number; readonly probeAt: Date },
): Promise<void> {
  await sql`
    update seller_accounts
       set probe_failures = ${failures},
           probe_at = ${probeAt}
     where tenant_id = ${tenantId}
       and seller_account_id = ${sellerAccountId}
       and may_need_reauthorization`.execute(tx);
}
