import { sql } from 'kysely';
import type { Day } from '@app/shared/base/calendar-day.ts';
import { json, type Executor, type Tx } from '../../../lib/db/db.ts';
import { ofOne } from '../../../lib/db/of-one.ts';
import type { UsageDay } from '../usage/usage-queries.ts';
import type { Correction } from './correction-queries.ts';
import type { Bill, Billing } from './next-bill.ts';

interface BillableTenant extends Billing {
  readonly tenantId: string;
  readonly billingName: string;
  /** The closed days of the open period that are not billed, oldest first. */
  readonly usage: readonly UsageDay[];
  readonly corrections: readonly Correction[];
}

/**
 * Returns the tenants whose open period has ended, and those that pay daily and have unbilled closed days, each with
 * everything that its next invoice consists of.
 */
export async function listTenantsToBill(db: Executor, most: number): Promise<readonly BillableTenant[]> {
  const { rows } = await sql<BillableTenant>`
    select s.tenant_id as "tenantId",
           s.period_from as "periodFrom",
           s.closed_through as "closedThrough",
           s.billed_through as "billedThrough",
           s.frequency,
           s.carry_mills::float8 as "carryMills",
           s.billing_name as "billingName",
           d.final_day as "finalDay",
           -- Converting a whole row to JSON takes half the time of building an object from its fields.
           coalesce((select json_agg(closed order by closed.day)
                       from (select u.day,
                                    u.asins,
                                    u.is_trial as "isTrial",
                                    u.rate_card_id as "rateCardId",
                                    u.rate_card_from as "rateCardFrom",
                                    u.regular_mills as "regularMills",
                                    u.discount_percent as "discountPercent",
                                    u.mills
                               from usage_days u
                              where u.tenant_id = s.tenant_id
                                and u.day between s.billed_through + 1
                                              and least(s.closed_through, s.period_from + 29)) closed), '[]') as usage,
           coalesce((select json_agg(json_build_object(
                              'correctionId', c.correction_id, 'mills', c.mills, 'reason', c.reason)
                            order by c.correction_id)
                       from corrections c
                      where c.tenant_id = s.tenant_id
                        and c.billed_at is null), '[]') as corrections
      from tenant_subscriptions s
      left join (select x.tenant_id, (x.requested_at at time zone 'UTC')::date as final_day
                   from tenant_deletions x
                  where x.taken_back_at is null) d
        on d.tenant_id = s.tenant_id
     where s.closed_through > s.billed_through
       and (s.closed_through >= least(s.period_from + 29, d.final_day) or s.frequency = 'daily')
       -- A subscription that pays daily is examined only once for each closed day.
       and s.looked_at_through < s.closed_through
     order by s.closed_through
     limit ${most}`.execute(db);
  return rows;
}

interface TenantBill extends Bill {
  readonly tenant: BillableTenant;
  /** The id of the invoice that charges the bill. */
  readonly invoiceId: string;
}

/**
 * Stores bills with their invoices, which are due immediately, and returns how many were stored. A bill is stored only
 * if the tenant's billing state is unchanged since the bill was computed, so that only one process bills a day. A
 * subscription that is being changed is left for the next round: waiting for it could end in a deadlock.
 */
export async function saveBills(tx: Executor, bills: readonly TenantBill[], at: Date): Promise<number> {
  const billed = await markBilled(tx, bills, at);
  const stored = bills.filter(({ tenant }) => billed.has(tenant.tenantId));
  await insertInvoices(tx, stored, at);
  return stored.length;
}

/** Marks the days of the bills as billed. Returns the tenants whose bills are to be stored. */
async function markBilled(tx: Executor, bills: readonly TenantBill[], at: Date): Promise<ReadonlySet<string>> {
  const given = bills.map(({ tenant, days, nextPeriodFrom, carryMills }) => ({
    tenant_id: tenant.tenantId,
    was_period_from: tenant.periodFrom,
    was_billed_through: tenant.billedThrough,
    was_carry_mills: tenant.carryMills,
    to_day: days.to,
    period_from: nextPeriodFrom,
    carry_mills: carryMills,
    correction_ids: tenant.corrections.map(({ correctionId }) => correctionId),
  }));
  const ids = given.map((row) => row.tenant_id);
  const { rows } = await sql<{ tenantId: string }>`
    with given as (
      select r.*
        from json_to_recordset(${json(given)}::json) as r (
             tenant_id uuid, was_period_from date, was_billed_through date, was_carry_mills bigint, to_day date,
             period_from date, carry_mills bigint, correction_ids bigint[])
    ),
    unchanged as materialized (
      select s.tenant_id
        from tenant_subscriptions s
        join given g
          on g.tenant_id = s.tenant_id
         and g.was_period_from = s.period_from
         and g.was_billed_through = s.billed_through
         and g.was_carry_mills = s.carry_mills
       where ${ofOne(sql`s.tenant_id`, ids)}
         for update of s skip locked
    ),
    billed as (
      select g.*
        from unchanged u
        join given g
          on g.tenant_id = u.tenant_id
    ),
    marked as (
      update tenant_subscriptions s
         set billed_through = b.to_day,
             period_from = b.period_from,
             carry_mills = b.carry_mills
        from billed b
       where s.tenant_id = b.tenant_id
         and ${ofOne(sql`s.tenant_id`, ids)}
    ),
    corrected as (
      update corrections c
         set billed_at = ${at}
        from billed b
       where c.tenant_id = b.tenant_id
         and ${ofOne(sql`c.tenant_id`, ids)}
         and c.correction_id = any (b.correction_ids)
    )
    select b.tenant_id as "tenantId"
      from billed b`.execute(tx);
  return new Set(rows.map(({ tenantId }) => tenantId));
}

/** Inserts the invoices of the bills. The invoices of a tenant are numbered consecutively. */
async function insertInvoices(tx: Executor, bills: readonly TenantBill[], at: Date): Promise<void> {
  const counts = await countInvoices(
    tx,
    bills.flatMap(({ tenant, invoice }) => (invoice ? [tenant.tenantId] : [])),
  );
  const rows = bills.flatMap(({ tenant: { tenantId, billingName }, invoiceId, days, invoice }) =>
    invoice
      ? [
          {
            tenant_id: tenantId,
            invoice_id: invoiceId,
            number: numberOf(tenantId, 1 + (counts.get(tenantId) ?? 0)),
            from_day: days.from,
            to_day: days.to,
            total_cents: invoice.totalCents,
            lines: invoice.lines,
            billing_name: billingName,
          },
        ]
      : [],
  );
  if (rows.length === 0) return;
  await sql`
    insert into invoices (
      tenant_id, invoice_id, number, from_day, to_day, total_cents, lines, billing_name, created_at, attempt_at
    )
    select r.tenant_id, r.invoice_id, r.number, r.from_day, r.to_day, r.total_cents, r.lines, r.billing_name, ${at},
           ${at}
      from json_to_recordset(${json(rows)}::json) as r (
           tenant_id uuid, invoice_id uuid, number text, from_day date, to_day date, total_cents bigint, lines jsonb,
           billing_name text)
    returning 1`.execute(tx);
}

/** Numbers begin with the start of the tenant's id, so that they differ between tenants. */
const numberOf = (tenantId: string, place: number): string =>
  `${tenantId.replaceAll('-', '').slice(0, 10).toUpperCase()}-${String(place).padStart(4, '0')}`;

async function countInvoices(tx: Executor, tenantIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (tenantIds.length === 0) return new Map();
  const { rows } = await sql<{ tenantId: string; invoices: number }>`
    select i.tenant_id as "tenantId", count(*)::int as invoices
      from invoices i
     where i.tenant_id = any (${tenantIds}::uuid[])
       and ${ofOne(sql`i.tenant_id`, tenantIds)}
     group by i.tenant_id`.execute(tx);
  return new Map(rows.map(({ tenantId, invoices }) => [tenantId, invoices]));
}

/** Notes that the closed days so far were examined and that their amount is still too small for an invoice. */
export async function markLookedAt(tx: Executor, tenants: readonly BillableTenant[]): Promise<void> {
  const rows = tenants.map(({ tenantId, closedThrough }) => ({ tenant_id: tenantId, day: closedThrough }));
  const ids = rows.map((row) => row.tenant_id);
  await sql`
    update tenant_subscriptions s
       set looked_at_through = l.day
      from (select t.tenant_id, r.day
              from tenant_subscriptions t
              join json_to_recordset(${json(rows)}::json) as r (tenant_id uuid, day date)
                on r.tenant_id = t.tenant_id
             where ${ofOne(sql`t.tenant_id`, ids)}
               for update of t skip locked) l
     where s.tenant_id = l.tenant_id
       and ${ofOne(sql`s.tenant_id`, ids)}`.execute(tx);
}

export interface ListedInvoice {
  readonly number: string;
  readonly from: Day;
  readonly to: Day;
  /** The amount without tax. */
  readonly totalCents: number;
  readonly taxCents: number;
  readonly state: 'open' | 'processing' | 'paid' | 'failed' | 'void' | 'uncollectible';
  /** The amount that was given back, with tax. */
  readonly refundedCents: number;
  readonly hasFailedRefund: boolean;
  readonly url: string | null;
  readonly pdfUrl: string | null;
}

export async function listInvoicesOf(tx: Tx, tenantId: string): Promise<readonly ListedInvoice[]> {
  const { rows } = await sql<ListedInvoice>`
    select i.number,
           i.from_day as "from",
           i.to_day as "to",
           i.total_cents::float8 as "totalCents",
           i.tax_cents::float8 as "taxCents",
           i.state,
           i.refunded_cents::float8 as "refundedCents",
           i.state = 'paid' and i.last_error is not null as "hasFailedRefund",
           i.url,
           i.pdf_url as "pdfUrl"
      from invoices i
     where i.tenant_id = ${tenantId}
     order by i.created_at desc, i.number desc`.execute(tx);
  return rows;
}
