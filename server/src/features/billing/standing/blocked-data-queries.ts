import { sql } from 'kysely';
import type { Executor, Tx } from '../../../lib/db/db.ts';

/** Returns accounts that became blocked before an instant and whose owners are not told of the deletion yet. */
export async function listUntold(db: Executor, blockedBefore: Date, most: number): Promise<readonly string[]> {
  const { rows } = await sql<{ tenantId: string }>`
    select s.tenant_id as "tenantId"
      from tenant_subscriptions s
     where s.blocked_at <= ${blockedBefore}
       and s.deletion_at is null
     order by s.blocked_at
     limit ${most}`.execute(db);
  return rows.map(({ tenantId }) => tenantId);
}

export interface DueDeletion {
  readonly tenantId: string;
  readonly deletionAt: Date;
}

/** Returns blocked accounts whose data is to be deleted by now. */
export async function listDeletionsDue(db: Executor, now: Date, most: number): Promise<readonly DueDeletion[]> {
  const { rows } = await sql<DueDeletion>`
    select s.tenant_id as "tenantId",
           s.deletion_at as "deletionAt"
      from tenant_subscriptions s
     where s.blocked_at is not null
       and s.deletion_at <= ${now}
       and s.deletion_requested_at is null
     order by s.deletion_at
     limit ${most}`.execute(db);
  return rows;
}

/** Returns accounts whose deletion was requested and of whose seller accounts nothing is left. */
export async function listDeleted(db: Executor, most: number): Promise<readonly string[]> {
  const { rows } = await sql<{ tenantId: string }>`
    select s.tenant_id as "tenantId"
      from tenant_subscriptions s
     where s.deletion_requested_at is not null
       and s.data_deleted_at is null
       and not exists (select 1
                         from seller_accounts a
                        where a.tenant_id = s.tenant_id
                          and a.deleted_at is not null)
     order by s.deletion_requested_at
     limit ${most}`.execute(db);
  return rows.map(({ tenantId }) => tenantId);
}

interface Deletion {
  /** The instant at which the account became blocked; `null` unless the account is blocked. */
  readonly blockedAt: Date | null;
  readonly deletionAt: Date | null;
  readonly requestedAt: Date | null;
  readonly deletedAt: Date | null;
}

/** Call this with the subscription locked. */
export async function getDeletion(tx: Tx, tenantId: string): Promise<Deletion> {
  const { rows } = await sql<Deletion>`
    select s.blocked_at as "blockedAt",
           s.deletion_at as "deletionAt",
           s.deletion_requested_at as "requestedAt",
           s.data_deleted_at as "deletedAt"
      from tenant_subscriptions s
     where s.tenant_id = ${tenantId}`.execute(tx);
  return rows[0] ?? { blockedAt: null, deletionAt: null, requestedAt: null, deletedAt: null };
}

export async function planDeletion(tx: Tx, tenantId: string, deletionAt: Date): Promise<void> {
  await sql`
    update tenant_subscriptions
       set deletion_at = ${deletionAt}
     where tenant_id = ${tenantId}`.execute(tx);
}

export async function noteRequested(tx: Tx, tenantId: string, at: Date): Promise<void> {
  await sql`
    update tenant_subscriptions
       set deletion_requested_at = ${at}
     where tenant_id = ${tenantId}`.execute(tx);
}

export async function noteDeleted(tx: Tx, tenantId: string, at: Date): Promise<void> {
  await sql`
    update tenant_subscriptions
       set data_deleted_at = ${at}
     where tenant_id = ${tenantId}`.execute(tx);
}

interface PaymentUnderWay {
  readonly invoiceId: string;
  /** The answer by which the provider refused our last request for the invoice; `null` if it did not refuse it. */
  readonly requestError: string | null;
}

/** Returns payments that are on their way or about to be made: transfers, and attempts with a new payment method. */
export async function listPaymentsUnderWay(tx: Tx, tenantId: string): Promise<readonly PaymentUnderWay[]> {
  const { rows } = await sql<PaymentUnderWay>`
    select i.invoice_id as "invoiceId",
           i.request_error as "requestError"
      from invoices i
     where i.tenant_id = ${tenantId}
       and (i.state = 'processing' or (i.state in ('open', 'failed') and i.attempt_at is not null))`.execute(tx);
  return rows;
}

export interface UnpaidAtProvider {
  readonly invoiceId: string;
  readonly providerInvoiceId: string;
}

export async function listUnpaidAtProvider(tx: Tx, tenantId: string): Promise<readonly UnpaidAtProvider[]> {
  const { rows } = await sql<UnpaidAtProvider>`
    select i.invoice_id as "invoiceId",
           i.provider_invoice_id as "providerInvoiceId"
      from invoices i
     where i.tenant_id = ${tenantId}
       and i.state in ('open', 'failed')
       and i.provider_invoice_id is not null`.execute(tx);
  return rows;
}
