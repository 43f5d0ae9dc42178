import { sql } from 'kysely';
import type { Executor, Tx } from '../../../lib/db/db.ts';

/** True while seller accounts are being deleted, which the worker does some products at a time. */
export async function hasSellerAccount(tx: Tx, tenantId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from seller_accounts where tenant_id = ${tenantId} limit 1`.execute(tx);
  return rows.length > 0;
}

/** True while the last mail to the owner was not sent, unless that has failed for too long. */
export async function hasMailWaiting(tx: Tx, tenantId: string, createdAfter: Date): Promise<boolean> {
  const { rows } = await sql`
    select 1
      from messages m
     where m.tenant_id = ${tenantId}
       and m.purpose = 'account'
       and m.state in ('waiting', 'claimed')
       and m.created_at > ${createdAfter}
     limit 1`.execute(tx);
  return rows.length > 0;
}

interface ProviderTraces {
  readonly customerId: string | null;
  /** Invoices at the provider that are not paid. */
  readonly unpaid: readonly string[];
}

export async function findProviderTraces(tx: Tx, tenantId: string): Promise<ProviderTraces> {
  const { rows } = await sql<ProviderTraces>`
    select s.customer_id as "customerId",
           array(select i.provider_invoice_id
                   from invoices i
                  where i.tenant_id = ${tenantId}
                    and i.state not in ('paid', 'void')
                    and i.provider_invoice_id is not null) as unpaid
      from tenant_subscriptions s
     where s.tenant_id = ${tenantId}`.execute(tx);
  return rows[0] ?? { customerId: null, unpaid: [] };
}

/** Tables whose rows belong to a tenant, from the catalogue, so that a new one is not forgotten. */
export async function listTablesOfTenants(db: Executor): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name
      from pg_class c
      join pg_attribute a
        on a.attrelid = c.oid
       and a.attname = 'tenant_id'
       and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace
       and c.relkind in ('r', 'p')
       and not c.relispartition
     order by c.relname`.execute(db);
  return rows.map(({ name }) => name);
}

export async function deleteRows(tx: Tx, table: string, tenantId: string): Promise<void> {
  await sql`delete from ${sql.table(table)} where tenant_id = ${tenantId}`.execute(tx);
}

/** Copies the invoices of a tenant to the table of kept invoices, with only the data that an invoice must contain. */
export async function keepInvoices(tx: Tx, tenantId: string, keepYears: number): Promise<void> {
  await sql`
    insert into kept_invoices (
      invoice_id, number, issued_at, from_day, to_day, lines, total_cents, tax_cents, refunded_cents, state, paid_at,
      billing_name, billing_address, keep_until
    )
    select i.invoice_id, i.number, i.created_at, i.from_day, i.to_day, i.lines, i.total_cents, i.tax_cents,
           i.refunded_cents,
           case when i.state in ('paid', 'void') then i.state else 'uncollectible' end, i.paid_at,
           i.billing_name, s.billing_address, i.created_at + make_interval(years => ${keepYears})
      from invoices i
      join tenant_subscriptions s
        on s.tenant_id = i.tenant_id
     where i.tenant_id = ${tenantId}
    on conflict (invoice_id) do nothing`.execute(tx);
}

/** Deletes what global tables know of the tenant without naming it in a column: attempts, reports and quota. */
export async function deleteGlobalTraces(tx: Tx, tenantId: string): Promise<void> {
  const { rows } = await sql<{ email: string }>`
    select lower(e.email) as email
      from email_addresses e
     where e.tenant_id = ${tenantId}`.execute(tx);
  const emails = rows.map(({ email }) => email);
  await sql`delete from mail_reports where email = any (${emails}::text[])`.execute(tx);
  await sql`
    delete from login_attempts a
     where position(${tenantId} in a.subject) > 0
        or exists (select 1
                     from unnest(${emails}::text[]) as e (email)
                    -- The address is the last word of a subject, such as "guesses:NETWORK ADDRESS".
                    where right(lower(a.subject), length(e.email) + 1) in (':' || e.email, ' ' || e.email))`.execute(
    tx,
  );
}

/** Deletes kept invoices whose time is over. */
export async function forgetKeptInvoices(db: Executor, now: Date): Promise<void> {
  await sql`delete from kept_invoices where keep_until <= ${now}`.execute(db);
}
