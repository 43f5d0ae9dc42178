import { sql } from 'kysely';
import type { PaymentMethod } from '@app/shared/contract/billing.ts';
import type { StoredMethod } from '../../../external/stripe/payment-methods.ts';
import type { Executor, Tx } from '../../../lib/db/db.ts';

interface Methods {
  /** The current method, or one that waits for its confirmation if there is no other. */
  readonly method: PaymentMethod | null;
  /** A method that waits for its confirmation beside the current one. */
  readonly pending: PaymentMethod | null;
}

export async function findMethods(tx: Tx, tenantId: string): Promise<Methods> {
  const { rows } = await sql<PaymentMethod>`
    select m.method,
           m.status,
           m.name,
           m.last4,
           m.expires,
           m.account_type as "accountType",
           m.account_holder as "accountHolder",
           m.routing_number as "routingNumber",
           m.balance_cents::float8 as balance,
           to_char(m.balance_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "balanceAt",
           m.verification_url as "verificationUrl"
      from payment_methods m
     where m.tenant_id = ${tenantId}
     order by m.is_current desc, m.saved_at desc`.execute(tx);
  const [method = null, pending = null] = rows;
  return { method, pending };
}

interface SavedMethod extends StoredMethod {
  readonly tenantId: string;
  readonly setupIntentId: string;
  readonly setupCreatedAt: Date;
  readonly status: 'usable' | 'pending';
  readonly verificationUrl: string | null;
  readonly savedAt: Date;
}

/**
 * Stores a method. A usable one becomes the current one and the others are forgotten; their ids are returned. It counts
 * as set up after those that it replaces, so that their events, which may come late, do not bring them back. A method
 * that waits for its confirmation leaves the current one in place. `isNew` is false for a method that is the current
 * one already.
 */
export async function saveMethod(
  tx: Tx,
  saved: SavedMethod,
): Promise<{ readonly replaced: readonly string[]; readonly isNew: boolean }> {
  const isCurrent = saved.status === 'usable';
  const { rows: known } = await sql`
    select 1
      from payment_methods m
     where m.tenant_id = ${saved.tenantId}
       and m.method_id = ${saved.methodId}
       and m.is_current`.execute(tx);
  const { rows } = await sql<{ methodId: string; setupCreatedAt: Date | null }>`
    delete from payment_methods
     where tenant_id = ${saved.tenantId}
       and method_id <> ${saved.methodId}
       and (${isCurrent}::boolean or not is_current)
    returning method_id as "methodId", setup_created_at as "setupCreatedAt"`.execute(tx);
  const replacedAt = rows.map(({ setupCreatedAt }) => (setupCreatedAt?.getTime() ?? 0) + 1);
  const setupCreatedAt = new Date(Math.max(saved.setupCreatedAt.getTime(), ...replacedAt));
  await sql`
    insert into payment_methods (
      tenant_id, method_id, method, status, setup_intent_id, setup_created_at, name, last4, expires, account_type, account_holder,
      routing_number, bank_link_id, balance_due_at, verification_url, is_current, saved_at
    )
    values (
      ${saved.tenantId}, ${saved.methodId}, ${saved.method}, ${saved.status}, ${saved.setupIntentId}, ${setupCreatedAt}, ${saved.name},
      ${saved.last4}, ${saved.expires}, ${saved.accountType}, ${saved.accountHolder}, ${saved.routingNumber},
      ${saved.bankLinkId}, ${saved.bankLinkId === null ? null : saved.savedAt}, ${saved.verificationUrl}, ${isCurrent}, ${saved.savedAt}
    )
    on conflict (tenant_id, method_id) do update
       -- A dispute is never taken back, also if the set-up of the method is read again.
       set status = case when payment_methods.status = 'disputed' then 'disputed' else excluded.status end,
           name = excluded.name,
           last4 = excluded.last4,
           expires = excluded.expires,
           bank_link_id = excluded.bank_link_id,
           balance_due_at = coalesce(payment_methods.balance_due_at, excluded.balance_due_at),
           verification_url = excluded.verification_url,
           is_current = payment_methods.is_current or excluded.is_current`.execute(tx);
  return { replaced: rows.map(({ methodId }) => methodId), isNew: known.length === 0 };
}

interface EndedSetup {
  readonly setupIntentId: string;
  /** The method that waits for its confirmation now; `null` for none. */
  readonly waitingMethodId: string | null;
}

/** Deletes methods that waited for the confirmation of a set-up and do not wait any more. */
export async function deleteUnconfirmed(
  tx: Tx,
  tenantId: string,
  { setupIntentId, waitingMethodId }: EndedSetup,
): Promise<void> {
  await sql`
    delete from payment_methods
     where tenant_id = ${tenantId}
       and setup_intent_id = ${setupIntentId}
       and status = 'pending'
       and method_id is distinct from ${waitingMethodId}`.execute(tx);
}

interface ForgottenMethod {
  readonly method: 'card' | 'ach';
  readonly name: string;
  readonly last4: string;
  readonly isCurrent: boolean;
}

/**
 * Deletes a method and returns it; `null` if there is none. A method that waits for its confirmation stays: the
 * provider attaches it to the customer afterwards.
 */
export async function deleteConfirmedMethod(
  tx: Tx,
  tenantId: string,
  methodId: string,
): Promise<ForgottenMethod | null> {
  const { rows } = await sql<ForgottenMethod>`
    delete from payment_methods
     where tenant_id = ${tenantId}
       and method_id = ${methodId}
       and status <> 'pending'
    returning method, name, last4, is_current as "isCurrent"`.execute(tx);
  return rows[0] ?? null;
}

interface AttachedMethod {
  readonly tenantId: string;
  readonly methodId: string;
  /** The customer for whom the method was saved. */
  readonly customerId: string;
}

/** Finds a method by its id at the provider, over all tenants. */
export async function findAttachedMethods(db: Executor, methodId: string): Promise<readonly AttachedMethod[]> {
  const { rows } = await sql<AttachedMethod>`
    select m.tenant_id as "tenantId", m.method_id as "methodId", s.customer_id as "customerId"
      from payment_methods m
      join tenant_subscriptions s
        on s.tenant_id = m.tenant_id
     where m.method_id = ${methodId}
       and m.status <> 'pending'
       and s.customer_id is not null`.execute(db);
  return rows;
}

/** Returns the methods that were saved for a customer, over all tenants. */
export async function listMethodsOfCustomer(db: Executor, customerId: string): Promise<readonly AttachedMethod[]> {
  const { rows } = await sql<AttachedMethod>`
    select m.tenant_id as "tenantId", m.method_id as "methodId", s.customer_id as "customerId"
      from tenant_subscriptions s
      join payment_methods m
        on m.tenant_id = s.tenant_id
     where s.customer_id = ${customerId}
       and m.status <> 'pending'`.execute(db);
  return rows;
}

/** Stores how the provider describes a method now. */
export async function updateMethod(tx: Tx, tenantId: string, method: StoredMethod): Promise<void> {
  await sql`
    update payment_methods
       set name = ${method.name},
           last4 = ${method.last4},
           expires = ${method.expires},
           is_expiry_told = is_expiry_told and expires is not distinct from ${method.expires}
     where tenant_id = ${tenantId}
       and method_id = ${method.methodId}`.execute(tx);
}

/** A method whose charge was disputed is not charged any more. */
export async function markDisputed(tx: Tx, tenantId: string, methodId: string): Promise<void> {
  await sql`
    update payment_methods
       set status = 'disputed'
     where tenant_id = ${tenantId}
       and method_id = ${methodId}`.execute(tx);
}

/** True if the current method was set up after this one. */
export async function hasNewerMethod(
  tx: Tx,
  tenantId: string,
  { setupIntentId, createdAt }: { readonly setupIntentId: string; readonly createdAt: Date },
): Promise<boolean> {
  const { rows } = await sql`
    select 1
      from payment_methods m
     where m.tenant_id = ${tenantId}
       and m.is_current
       and m.setup_intent_id <> ${setupIntentId}
       and m.setup_created_at > ${createdAt}`.execute(tx);
  return rows.length > 0;
}
