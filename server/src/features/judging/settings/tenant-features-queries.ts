import { sql } from 'kysely';
import { json, type Tx } from '../../../lib/db/db.ts';
import type { TenantFeatures } from './tenant-features.ts';

export async function loadTenantFeatures(tx: Tx, tenantId: string): Promise<TenantFeatures> {
  const { rows } = await sql<TenantFeatures>`
    /* prepared */
    select t.suppressed_types as "suppressedTypes", t.group_statuses as "groupStatuses"
      from tenants t
     where t.tenant_id = ${tenantId}`.execute(tx);
  return rows[0] ?? { suppressedTypes: [], groupStatuses: {} };
}

/**
 * Whether the plan of the tenant (`t`) includes the kind of an item and the kind is on, so that its issues count and are
 * told.
 */
export const isKindCounted = (item: 'i' | 'm') => {
  const type = sql.ref(`${item}.type`);
  return sql`(
             ${type} <> all (t.suppressed_types)
         and coalesce((t.group_statuses ->> ${type})::int, 0) = 0
           )`;
};

/**
 * Whether an item is an open issue of a kind that counts: only such issues are counted on the dashboard and explain
 * others.
 */
export const isCountedIssue = (item: 'i' | 'm') => {
  const column = (name: string) => sql.ref(`${item}.${name}`);
  return sql`(
             ${column('status')} in (1, 2)
         and ${column('issue_status')} < 3
         and ${column('muted_until')} is null
         and ${column('removed_at')} is null
         and ${isKindCounted(item)}
           )`;
};

/** Saves the features with a new epoch, which makes every browser load the whole world again. */
export async function saveTenantFeatures(
  tx: Tx,
  tenantId: string,
  save: TenantFeatures & { readonly epoch: string },
): Promise<void> {
  await sql`
    update tenants
       set suppressed_types = ${save.suppressedTypes}::text[],
           group_statuses = ${json(save.groupStatuses)}::jsonb,
           world_epoch = ${save.epoch}
     where tenant_id = ${tenantId}`.execute(tx);
}
