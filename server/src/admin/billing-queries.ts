import { sql } from 'kysely';
import type { Day } from '@app/shared/base/calendar-day.ts';
import type { RateCardVersion } from '../features/billing/usage/rate-card-queries.ts';
import type { Executor, Tx } from '../lib/db/db.ts';
import { announceWork } from '../lib/jobs/work-bells.ts';

export interface InvoiceLine {
  readonly invoiceId: string;
  readonly number: string;
  readonly from: Day;
  readonly to: Day;
  readonly totalCents: number;
  readonly taxCents: number;
  readonly refundedCents: number;
  readonly state: string;
  readonly failedAttempts: number;
  readonly attemptAt: Date | null;
  readonly lastError: string | null;
  readonly requestError: string | null;
  readonly providerInvoiceId: string | null;
}

/** Returns the invoices of the tenant, or the one with this number, newest first. */
export async function listInvoiceLines(
  tx: Tx,
  tenantId: string,
  number: string | null,
): Promise<readonly InvoiceLine[]> {
  const { rows } = await sql<InvoiceLine>`
    select i.invoice_id as "invoiceId",
           i.number,
           i.from_day as "from",
           i.to_day as "to",
           i.total_cents::float8 as "totalCents",
           i.tax_cents::float8 as "taxCents",
           i.refunded_cents::float8 as "refundedCents",
           i.state,
           i.failed_attempts as "failedAttempts",
           i.attempt_at as "attemptAt",
           i.last_error as "lastError",
           i.request_error as "requestError",
           i.provider_invoice_id as "providerInvoiceId"
      from invoices i
     where i.tenant_id = ${tenantId}
       and (${number}::text is null or i.number = ${number})
     order by i.created_at desc, i.number desc`.execute(tx);
  return rows;
}

/**
 * Sets whether the tenant is exempt from charges, and makes the worker review the subscription at once, which turns the
 * service on or off.
 */
export async function setExempt(
  tx: Tx,
  tenantId: string,
  { isExempt, at }: { readonly isExempt: boolean; readonly at: Date },
): Promise<void> {
  await sql`
    update tenant_subscriptions
       set is_exempt = ${isExempt},
           review_at = ${at}
     where tenant_id = ${tenantId}`.execute(tx);
  announceWork('billing');
}

/** Counts the tenants that pay by a price list now or when their package ends. */
export async function countTenantsOfRateCard(db: Executor, rateCardId: string): Promise<number> {
  const { rows } = await sql<{ tenants: number }>`
    select count(*)::int as tenants
      from tenant_subscriptions s
      join tenants t
        on t.tenant_id = s.tenant_id
      left join packages p
        on p.package_id = t.package_id
     where coalesce(p.rate_card_id, 'standard') = ${rateCardId}
       and (coalesce(p.plan, 'daily') = 'daily' or s.daily_from is not null)
       and s.state not in ('exempt', 'canceled')`.execute(db);
  return rows[0]?.tenants ?? 0;
}

export async function countTenantsOfPackage(db: Executor, packageId: string): Promise<number> {
  const { rows } = await sql<{ tenants: number }>`
    select count(*)::int as tenants
      from tenants t
     where t.package_id = ${packageId}`.execute(db);
  return rows[0]?.tenants ?? 0;
}

/** Returns false if the price list has a version from this day already: versions are never changed. */
export async function insertRateCard(db: Executor, version: RateCardVersion): Promise<boolean> {
  const { rateCardId, validFrom, baseMills, baseAsins, tiers } = version;
  const { rows } = await sql`
    with list as (
      insert into price_lists (rate_card_id)
      values (${rateCardId})
      on conflict do nothing
    )
    insert into rate_cards (rate_card_id, valid_from, base_mills, base_asins, tiers)
    values (${rateCardId}, ${validFrom}, ${baseMills}, ${baseAsins}, ${JSON.stringify(tiers)}::jsonb)
    on conflict do nothing
    returning rate_card_id`.execute(db);
  return rows.length > 0;
}
