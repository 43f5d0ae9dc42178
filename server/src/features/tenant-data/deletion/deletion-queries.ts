import { sql } from 'kysely';
import type { Executor, Tx } from '../../../lib/db/db.ts';

export interface Deletion {
  readonly requestedAt: Date;
  /** From this instant on the deletion cannot be taken back. */
  readonly dueAt: Date;
  readonly begunAt: Date | null;
}

/** Returns the deletion that is planned or has begun. */
export async function findDeletion(tx: Tx, tenantId: string): Promise<Deletion | null> {
  const { rows } = await sql<Deletion>`
    select d.requested_at as "requestedAt",
           d.due_at as "dueAt",
           d.begun_at as "begunAt"
      from tenant_deletions d
     where d.tenant_id = ${tenantId}
       and d.taken_back_at is null`.execute(tx);
  return rows[0] ?? null;
}

interface NewDeletion extends Pick<Deletion, 'requestedAt' | 'dueAt'> {
  readonly tenantId: string;
  readonly requestedBy: string;
}

/**
 * Plans a deletion; one that is planned already stays. The subscription is reviewed again, because the service is off
 * from now on.
 */
export async function insertDeletion(tx: Tx, given: NewDeletion): Promise<boolean> {
  const { tenantId, requestedAt, requestedBy, dueAt } = given;
  const { rows } = await sql`
    with planned as (
      insert into tenant_deletions as d (tenant_id, requested_at, requested_by, due_at)
      values (${tenantId}, ${requestedAt}, ${requestedBy}, ${dueAt})
      on conflict (tenant_id) do update
         set requested_at = excluded.requested_at,
             requested_by = excluded.requested_by,
             due_at = excluded.due_at,
             taken_back_at = null
       where d.taken_back_at is not null
      returning d.tenant_id
    )
    update tenant_subscriptions s
       set review_at = ${requestedAt}
      from planned p
     where s.tenant_id = ${tenantId}
    returning 1`.execute(tx);
  return rows.length > 0;
}

/** Returns false if no deletion is planned or it has begun. */
export async function takeBack(tx: Tx, tenantId: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    with taken as (
      update tenant_deletions
         set taken_back_at = ${at}
       where tenant_id = ${tenantId}
         and taken_back_at is null
         and begun_at is null
      returning tenant_id
    )
    update tenant_subscriptions s
       set review_at = ${at}
      from taken t
     where s.tenant_id = ${tenantId}
    returning 1`.execute(tx);
  return rows.length > 0;
}

/** True while an invoice waits for its payment or a payment is on its way. */
export async function hasUnpaidInvoice(tx: Tx, tenantId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1
      from invoices i
     where i.tenant_id = ${tenantId}
       and i.state in ('open', 'failed', 'processing')
     limit 1`.execute(tx);
  return rows.length > 0;
}

export async function findCompanyName(tx: Tx, tenantId: string): Promise<string> {
  const { rows } = await sql<{ companyName: string }>`
    select t.company_name as "companyName"
      from tenants t
     where t.tenant_id = ${tenantId}`.execute(tx);
  return rows[0]?.companyName ?? '';
}

export interface PlannedDeletion extends Deletion {
  readonly tenantId: string;
}

/** Returns planned deletions and those that have begun, over all tenants. */
export async function listDeletions(db: Executor, most: number): Promise<readonly PlannedDeletion[]> {
  const { rows } = await sql<PlannedDeletion>`
    select d.tenant_id as "tenantId",
           d.requested_at as "requestedAt",
           d.due_at as "dueAt",
           d.begun_at as "begunAt"
      from tenant_deletions d
     where d.taken_back_at is null
     order by d.due_at
     limit ${most}`.execute(db);
  return rows;
}

/**
 * Begins a deletion that is due, and ends all log-ins. Returns false if it was taken back, or while a payment is on its
 * way: a bank transfer takes days.
 */
export async function beginDeletion(tx: Tx, tenantId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update tenant_deletions d
       set begun_at = ${now}
     where d.tenant_id = ${tenantId}
       and d.due_at <= ${now}
       and d.taken_back_at is null
       and d.begun_at is null
       and not exists (select 1
                         from invoices i
                        where i.tenant_id = ${tenantId}
                          and i.state = 'processing')
    returning 1`.execute(tx);
  if (rows.length === 0) return false;
  await sql`delete from logins where tenant_id = ${tenantId}`.execute(tx);
  // A log-in whose second step is still open would begin a session.
  await sql`delete from pending_logins where tenant_id = ${tenantId}`.execute(tx);
  await sql`delete from sessions where tenant_id = ${tenantId}`.execute(tx);
  await sql`
    with gone as (
      delete from access_tokens
       where tenant_id = ${tenantId}
    )
    delete from token_tenants
     where tenant_id = ${tenantId}`.execute(tx);
  return true;
}
