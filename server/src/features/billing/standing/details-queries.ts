import { sql } from 'kysely';
import type { BillingAddress } from '@app/shared/contract/billing.ts';
import { claimEach, type Lease } from '../../../lib/db/claim-each.ts';
import type { Executor, Tx } from '../../../lib/db/db.ts';

interface BillingDetails {
  readonly billingName: string;
  readonly address: BillingAddress | null;
}

/** Details that the provider does not have yet. The process that has claimed them sends them until the end of its lease. */
export interface UnsentDetails extends BillingDetails {
  readonly tenantId: string;
  /** The customer at the provider; `null` before a payment method is set. */
  readonly customerId: string | null;
  readonly leaseEnd: Date;
}

const columns = sql`
           s.billing_name as "billingName",
           s.billing_address as address`;

export async function findDetails(tx: Tx, tenantId: string): Promise<BillingDetails> {
  const { rows } = await sql<BillingDetails>`
    select ${columns}
      from tenant_subscriptions s
     where s.tenant_id = ${tenantId}`.execute(tx);
  const [details] = rows;
  if (!details) throw new Error(`The tenant ${tenantId} has no subscription`);
  return details;
}

interface DetailsToSave {
  readonly billingName: string;
  /** The new address; `undefined` keeps the saved one. */
  readonly address: BillingAddress | null | undefined;
  readonly leaseEnd: Date;
}

/** Saves the details and claims them for sending. */
export async function saveAndClaimDetails(
  tx: Tx,
  tenantId: string,
  { billingName, address, leaseEnd }: DetailsToSave,
): Promise<UnsentDetails> {
  const { rows } = await sql<Omit<UnsentDetails, 'tenantId'>>`
    update tenant_subscriptions s
       set billing_name = ${billingName},
           billing_address = case when ${address !== undefined}::boolean
                                  then ${address ? JSON.stringify(address) : null}::jsonb
                                  else billing_address end,
           -- The new lease ends at least 1 ms after the stored one, so that the two leases differ. The sum is computed
           -- in UTC, because a cluster refuses an expression that depends on the time zone of the session.
           details_due_at = greatest(
             ${leaseEnd}::timestamptz,
             (details_due_at at time zone 'UTC' + interval '1 millisecond') at time zone 'UTC')
     where s.tenant_id = ${tenantId}
    returning ${columns}, s.customer_id as "customerId", s.details_due_at as "leaseEnd"`.execute(tx);
  const [saved] = rows;
  if (!saved) throw new Error(`The tenant ${tenantId} has no subscription`);
  return { ...saved, tenantId };
}

/** Claims details that the provider does not have, over all tenants. */
export async function claimUnsentDetails(
  db: Executor,
  { now, leaseEnd, most }: { readonly now: Date; readonly leaseEnd: Date; readonly most: number },
): Promise<readonly UnsentDetails[]> {
  const { rows } = await sql<Pick<UnsentDetails, 'tenantId'>>`
    select s.tenant_id as "tenantId"
      from tenant_subscriptions s
     where s.details_due_at <= ${now}
       and s.customer_id is not null
     order by s.details_due_at
     limit ${most}`.execute(db);
  return claimEach(rows, ({ tenantId }) => claimDetails(db, tenantId, { now, leaseEnd }));
}

async function claimDetails(
  db: Executor,
  tenantId: string,
  { now, leaseEnd }: Lease,
): Promise<UnsentDetails | undefined> {
  const { rows } = await sql<UnsentDetails>`
    with due as (
      select d.tenant_id
        from tenant_subscriptions d
       where d.tenant_id = ${tenantId}
         and d.details_due_at <= ${now}
         for update skip locked
    )
    update tenant_subscriptions s
       set details_due_at = ${leaseEnd}
      from due u
     where s.tenant_id = ${tenantId}
       and u.tenant_id = ${tenantId}
    returning s.tenant_id as "tenantId", s.customer_id as "customerId", s.details_due_at as "leaseEnd", ${columns}`.execute(
    db,
  );
  return rows[0];
}

interface SendingResult {
  readonly now: Date;
  /** The next attempt; `null` if the provider has the details. */
  readonly dueAt: Date | null;
}

/**
 * Sets when claimed details are sent again. Details that the owner has saved since the claim are sent once more,
 * because the older ones may have reached the provider after them.
 */
export async function settleDetails(
  tx: Tx,
  { tenantId, leaseEnd }: Pick<UnsentDetails, 'tenantId' | 'leaseEnd'>,
  { now, dueAt }: SendingResult,
): Promise<void> {
  await sql`
    update tenant_subscriptions
       set details_due_at = case when details_due_at = ${leaseEnd} then ${dueAt}
                                 else coalesce(details_due_at, ${now}) end
     where tenant_id = ${tenantId}`.execute(tx);
}
