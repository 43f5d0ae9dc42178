import { sql } from 'kysely';
import type { Executor, Tx } from '../lib/db/db.ts';

interface TenantLine {
  readonly tenantId: string;
  readonly companyName: string;
  readonly ownerEmail: string | null;
  readonly trialEndsAt: Date;
  readonly inviteCode: string | null;
  readonly packageId: string | null;
}

/** Lists tenants. @param search part of a company name or of an owner's e-mail; empty for all. */
export async function listTenants(db: Executor, search: string): Promise<readonly TenantLine[]> {
  const { rows } = await sql<TenantLine>`
    select t.tenant_id as "tenantId",
           t.company_name as "companyName",
           e.email as "ownerEmail",
           t.trial_ends_at as "trialEndsAt",
           t.invite_code as "inviteCode",
           t.package_id as "packageId"
      from tenants t
      left join email_addresses e
        on e.tenant_id = t.tenant_id
       and e.is_primary
     where position(lower(${search}) in lower(t.company_name || ' ' || coalesce(e.email, ''))) > 0
     order by t.created_at, t.tenant_id`.execute(db);
  return rows;
}

/** Finds tenants by their id or by the e-mail of a login. */
export async function findTenantIds(db: Executor, named: string): Promise<readonly string[]> {
  const { rows } = await sql<{ tenantId: string }>`
    select t.tenant_id as "tenantId"
      from tenants t
     where t.tenant_id::text = ${named}
     union
    select l.tenant_id
      from logins l
     where l.email = ${named.toLowerCase()}`.execute(db);
  return rows.map((row) => row.tenantId);
}

export async function setAnnouncement(tx: Tx, tenantId: string, announcement: string | null): Promise<void> {
  await sql`
    update tenants
       set announcement = ${announcement}
     where tenant_id = ${tenantId}`.execute(tx);
}
