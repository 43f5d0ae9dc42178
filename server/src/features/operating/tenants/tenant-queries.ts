import { sql, type RawBuilder } from 'kysely';
import type { Executor, Tx } from '../../../lib/db/db.ts';

interface TenantRow {
  readonly tenantId: string;
  readonly companyName: string;
  readonly ownerEmail: string | null;
  readonly createdAt: Date;
  readonly state: string | null;
  readonly isServed: boolean;
  readonly trialEndsAt: Date;
  readonly packageId: string | null;
  readonly inviteCode: string | null;
}

const tenantColumns = sql`
           t.tenant_id as "tenantId",
           t.company_name as "companyName",
           e.email as "ownerEmail",
           t.created_at as "createdAt",
           s.state,
           t.is_served as "isServed",
           t.trial_ends_at as "trialEndsAt",
           t.package_id as "packageId",
           t.invite_code as "inviteCode"`;

/** @param tenantId the id or the column that has it */
const tenantJoins = (tenantId: RawBuilder<unknown>) => sql`
      left join email_addresses e
        on e.tenant_id = ${tenantId}
       and e.is_primary
      left join tenant_subscriptions s
        on s.tenant_id = ${tenantId}`;

/** Lists tenants, newest first. @param search part of a company name, of an owner's e-mail or of an id */
export async function searchTenants(db: Executor, search: string, most: number): Promise<readonly TenantRow[]> {
  const { rows } = await sql<TenantRow>`
    select ${tenantColumns}
      from tenants t
           ${tenantJoins(sql`t.tenant_id`)}
     where position(lower(${search}) in lower(t.company_name || ' ' || coalesce(e.email, '') || ' ' || t.tenant_id)) > 0
     order by t.created_at desc, t.tenant_id
     limit ${most}`.execute(db);
  return rows;
}

export async function listTenantIds(db: Executor): Promise<readonly string[]> {
  const { rows } = await sql<{ tenantId: string }>`
    select t.tenant_id as "tenantId" from tenants t order by t.tenant_id`.execute(db);
  return rows.map(({ tenantId }) => tenantId);
}

interface TenantOverview extends TenantRow {
  readonly announcement: string | null;
  readonly suppressedTypes: readonly string[];
  readonly groupStatuses: Readonly<Record<string, number>>;
  readonly counts: Readonly<Record<'products' | 'tracked' | 'alerts' | 'warnings' | 'users' | 'channels', number>>;
}

export async function findTenantOverview(tx: Tx, tenantId: string): Promise<TenantOverview | null> {
  const { rows } = await sql<TenantOverview>`
    select ${tenantColumns},
           t.announcement,
           t.suppressed_types as "suppressedTypes",
           t.group_statuses as "groupStatuses",
           jsonb_build_object(
             'products', (select count(*) from products p where p.tenant_id = ${tenantId}),
             'tracked', (select count(*) from products p where p.tenant_id = ${tenantId} and p.is_tracked),
             'alerts', (select count(*) from items i
                         where i.tenant_id = ${tenantId} and i.status = 2 and i.removed_at is null),
             'warnings', (select count(*) from items i
                           where i.tenant_id = ${tenantId} and i.status = 1 and i.removed_at is null),
             'users', (select count(*) from email_addresses u where u.tenant_id = ${tenantId} and u.is_user),
             'channels', (select count(*) from channels c where c.tenant_id = ${tenantId})
           ) as counts
      from tenants t
           ${tenantJoins(sql`${tenantId}`)}
     where t.tenant_id = ${tenantId}`.execute(tx);
  return rows[0] ?? null;
}

interface SellerRow {
  readonly name: string;
  readonly region: string;
  readonly state: 'connected' | 'authorization lost' | 'being deleted';
  readonly connectedAt: Date;
  readonly refusals: number;
}

export async function listSellerRows(tx: Tx, tenantId: string): Promise<readonly SellerRow[]> {
  const { rows } = await sql<SellerRow>`
    select coalesce(a.nick_name, a.name) as name,
           a.region,
           case
             when a.deleted_at is not null then 'being deleted'
             when a.may_need_reauthorization then 'authorization lost'
             else 'connected'
           end as state,
           a.created_at as "connectedAt",
           (select count(distinct r.operation)
              from request_refusals r
             where r.tenant_id = ${tenantId}
               and r.seller_account_id = a.seller_account_id)::int as refusals
      from seller_accounts a
     where a.tenant_id = ${tenantId}
     order by a.seller_account_id`.execute(tx);
  return rows;
}

interface CheckRow {
  readonly source: string;
  readonly sweeps: number;
  readonly lastFinishedAt: Date | null;
  readonly nextDueAt: Date | null;
  readonly failing: number;
  readonly lastError: string | null;
}

export async function listCheckRows(tx: Tx, tenantId: string): Promise<readonly CheckRow[]> {
  const { rows } = await sql<CheckRow>`
    select s.source,
           count(*)::int as sweeps,
           max(s.finished_at) as "lastFinishedAt",
           min(s.due_at) filter (where isfinite(s.due_at)) as "nextDueAt",
           count(*) filter (where s.failures > 0)::int as failing,
           max(s.last_error) filter (where s.failures > 0) as "lastError"
      from sweeps s
     where s.tenant_id = ${tenantId}
     group by s.source
     order by failing desc, s.source`.execute(tx);
  return rows;
}

interface MessageRow {
  readonly createdAt: Date;
  readonly transport: string;
  readonly purpose: string;
  readonly recipient: string;
  readonly state: string;
  readonly attempts: number;
  readonly error: string | null;
}

/** Lists the newest messages, without their contents. Relies on the index messages_log. */
export async function listMessageRows(tx: Tx, tenantId: string, most: number): Promise<readonly MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select m.created_at as "createdAt",
           m.transport,
           m.purpose,
           m.recipient,
           m.state,
           m.attempts,
           m.last_error as error
      from messages m
     where m.tenant_id = ${tenantId}
     order by m.created_at desc, m.message_no desc
     limit ${most}`.execute(tx);
  return rows;
}
