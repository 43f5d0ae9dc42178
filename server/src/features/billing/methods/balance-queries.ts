import { sql } from 'kysely';
import type { Day } from '@app/shared/base/calendar-day.ts';
import type { BankBalance } from '../../../external/stripe/payment-methods.ts';
import { claimEach, type Lease } from '../../../lib/db/claim-each.ts';
import type { Executor, Tx } from '../../../lib/db/db.ts';

export interface DueBalance {
  readonly tenantId: string;
  readonly methodId: string;
  readonly bankLinkId: string;
  readonly nextBillOn: Day;
}

/**
 * Claims, over all tenants and until the end of the lease, bank accounts whose balance is to be requested. No bill
 * follows for an exempt or blocked tenant or a cancelled subscription, and each request costs a fee.
 */
export async function claimDueBalances(
  db: Executor,
  { now, leaseEnd, most }: { readonly now: Date; readonly leaseEnd: Date; readonly most: number },
): Promise<readonly DueBalance[]> {
  const { rows } = await sql<MethodKey>`
    select m.tenant_id as "tenantId", m.method_id as "methodId"
      from payment_methods m
      join tenant_subscriptions s
        on s.tenant_id = m.tenant_id
       and s.state not in ('exempt', 'blocked', 'canceled')
     where m.balance_due_at <= ${now}
       and m.status = 'usable'
     order by m.balance_due_at
     limit ${most}`.execute(db);
  return claimEach(rows, (key) => claimDueBalance(db, key, { now, leaseEnd }));
}

type MethodKey = Pick<DueBalance, 'tenantId' | 'methodId'>;

async function claimDueBalance(
  db: Executor,
  { tenantId, methodId }: MethodKey,
  { now, leaseEnd }: Lease,
): Promise<DueBalance | undefined> {
  const { rows } = await sql<DueBalance>`
    with due as (
      select d.method_id
        from payment_methods d
       where d.tenant_id = ${tenantId}
         and d.method_id = ${methodId}
         and d.balance_due_at <= ${now}
         and d.status = 'usable'
         for update skip locked
    )
    update payment_methods m
       set balance_due_at = ${leaseEnd}
      from due u, tenant_subscriptions s
     where m.tenant_id = ${tenantId}
       and m.method_id = u.method_id
       and s.tenant_id = ${tenantId}
    returning m.tenant_id as "tenantId",
              m.method_id as "methodId",
              m.bank_link_id as "bankLinkId",
              s.period_from + 30 as "nextBillOn"`.execute(db);
  return rows[0];
}

/** Sets the time at which the balance is requested next. */
export async function planBalance(tx: Tx, { tenantId, methodId }: DueBalance, at: Date): Promise<void> {
  await sql`
    update payment_methods
       set balance_due_at = ${at}
     where tenant_id = ${tenantId}
       and method_id = ${methodId}`.execute(tx);
}

/** Returns the tenants with a method of this linked account, over all tenants. */
export async function findTenantsOfBankLink(db: Executor, bankLinkId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ tenantId: string }>`
    select m.tenant_id as "tenantId"
      from payment_methods m
     where m.bank_link_id = ${bankLinkId}`.execute(db);
  return rows.map(({ tenantId }) => tenantId);
}

/** Stores a balance unless a newer one is known. */
export async function saveBalance(
  tx: Tx,
  { tenantId, bankLinkId, cents, at }: BankBalance & { readonly tenantId: string; readonly bankLinkId: string },
): Promise<void> {
  await sql`
    update payment_methods
       set balance_cents = ${cents},
           balance_at = ${at}
     where tenant_id = ${tenantId}
       and bank_link_id = ${bankLinkId}
       and (balance_at is null or balance_at <= ${at})`.execute(tx);
}
