import { sql } from 'kysely';
import type { Executor, Tx } from '../../../lib/db/db.ts';

export interface MailReport {
  readonly reportId: string;
  readonly email: string;
  readonly kind: 'bounce' | 'complaint';
  readonly reason: string;
  readonly at: Date;
}

/** Ignores a report that is already stored. */
export async function insertReports(db: Executor, reports: readonly MailReport[], receivedAt: Date): Promise<void> {
  await sql`
    insert into mail_reports (report_id, email, kind, reason, at, received_at)
    select r.report_id, r.email, r.kind, r.reason, r.at, ${receivedAt}
      from unnest(
             ${reports.map(({ reportId }) => reportId)}::text[],
             ${reports.map(({ email }) => email)}::text[],
             ${reports.map(({ kind }) => kind)}::text[],
             ${reports.map(({ reason }) => reason)}::text[],
             ${reports.map(({ at }) => at)}::timestamptz[]
           ) as r (report_id, email, kind, reason, at)
    on conflict (report_id) do nothing`.execute(db);
}

/** Returns the reports that wait for the longest time, without those that were tried just now. */
export async function listWaitingReports(
  db: Executor,
  { except, most }: { readonly except: readonly string[]; readonly most: number },
): Promise<MailReport[]> {
  const { rows } = await sql<MailReport>`
    select r.report_id as "reportId", r.email, r.kind, r.reason, r.at
      from mail_reports r
     where r.handled_at is null
       and r.report_id <> all (${except}::text[])
     order by r.received_at, r.report_id
     limit ${most}`.execute(db);
  return rows;
}

export async function markHandled(db: Executor, reportId: string, now: Date): Promise<void> {
  await sql`
    update mail_reports
       set handled_at = ${now}
     where report_id = ${reportId}`.execute(db);
}

export interface ReportedAddress {
  readonly tenantId: string;
  readonly emailAddressId: string;
}

/**
 * Returns, over all tenants, the addresses with this e-mail that still get mail. Addresses confirmed after the bounce
 * are left out, because they work.
 */
export async function findReported(
  db: Executor,
  { email, at }: Pick<MailReport, 'email' | 'at'>,
): Promise<ReportedAddress[]> {
  const { rows } = await sql<ReportedAddress>`
    select e.tenant_id as "tenantId", e.email_address_id as "emailAddressId"
      from email_addresses e
     where lower(e.email) = lower(${email})
       and e.stopped_at is null
       and (e.verified_at is null or e.verified_at <= ${at})`.execute(db);
  return rows;
}

/** Checks the address again in the tenant's transaction that stops it. */
export async function isStillReported(
  tx: Tx,
  { tenantId, emailAddressId }: ReportedAddress,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`
    select 1
      from email_addresses e
     where e.tenant_id = ${tenantId}
       and e.email_address_id = ${emailAddressId}
       and e.stopped_at is null
       and (e.verified_at is null or e.verified_at <= ${at})
       for update`.execute(tx);
  return rows.length > 0;
}

/** Retention of reports; mail services repeat a report for a much shorter time. */
export async function forgetReports(db: Executor, before: Date): Promise<void> {
  await sql`
    delete from mail_reports r
     where r.handled_at < ${before}`.execute(db);
}
