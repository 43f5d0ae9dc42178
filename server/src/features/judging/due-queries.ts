import { sql } from 'kysely';
import { issueStatus, itemStatus } from '@app/shared/domain/issue-status.ts';
import type { Executor, Tx } from '../../lib/db/db.ts';
import { tenantsAtOnce } from '../../lib/jobs/tenant-turns.ts';
import { announceWork } from '../../lib/jobs/work-bells.ts';

interface DueItem {
  readonly itemId: string;
  readonly productId: string;
  readonly type: string;
}

/** Returns items that are due by time, without locking them: judging locks their products first. */
export async function claimDueItems(tx: Tx, tenantId: string, limits: { now: Date; most: number }): Promise<DueItem[]> {
  const { rows } = await sql<DueItem>`
    select i.item_id as "itemId", i.product_id as "productId", i.type
      from items i
     where i.tenant_id = ${tenantId}
       and i.again_at <= ${limits.now}
     order by i.again_at
     limit ${limits.most}`.execute(tx);
  return rows;
}

/** Finds watched tenants with due items. Runs across tenants; the items themselves are read and judged inside their tenant. */
export async function findTenantsWithDueItems(db: Executor, now: Date): Promise<string[]> {
  const { rows } = await sql<{ tenantId: string }>`
    select distinct i.tenant_id as "tenantId"
      from items i
      join tenants t
        on t.tenant_id = i.tenant_id
     where i.again_at <= ${now}
       and t.is_watched
     limit ${tenantsAtOnce}`.execute(db);
  return rows.map((row) => row.tenantId);
}

export async function findTenantsWithEndedMutes(db: Executor, now: Date): Promise<string[]> {
  const { rows } = await sql<{ tenantId: string }>`
    select distinct i.tenant_id as "tenantId"
      from items i
     where i.muted_until <= ${now}
     limit ${tenantsAtOnce}`.execute(db);
  return rows.map((row) => row.tenantId);
}

/**
 * Locks the items whose mute has ended. Items are locked before the tenant's version is raised, as in judging, because
 * the opposite order could deadlock with it.
 */
export async function lockEndedMutes(tx: Tx, tenantId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ itemId: string }>`
    select i.item_id as "itemId"
      from items i
     where i.tenant_id = ${tenantId}
       and i.muted_until <= ${now}
     order by i.item_id
       for update`.execute(tx);
  return rows.map((row) => row.itemId);
}

export async function endMutesOf(
  tx: Tx,
  tenantId: string,
  end: { itemIds: readonly string[]; version: string },
): Promise<void> {
  await sql`
    update items
       set muted_until = null,
           version = ${end.version}::bigint
     where tenant_id = ${tenantId}
       and item_id = any (${end.itemIds}::text[])`.execute(tx);
}

/**
 * The kept deliveries (`d`) of the latest flips (`f`) of these items (`i`), which came while the items were muted: a silent
 * flip has no other deliveries.
 */
const keptBack = (tenantId: string, itemIds: readonly string[]) => sql`items i
      join flips f
        on f.tenant_id = i.tenant_id
       and f.at = i.changed_at
       and f.item_id = i.item_id
       and f.revision = i.revision
       and f.is_silent
     where i.tenant_id = ${tenantId}
       and i.item_id = any (${itemIds}::text[])
       and d.tenant_id = ${tenantId}
       and d.flip_at = f.at
       and d.flip_id = f.flip_id
       and d.state = 'dropped'
       and not d.was_unmuted`;

/** The reason that the delivery log shows for what was kept back until somebody has unmuted the item. */
const unmutedReason = 'Its watchdog was muted, and was unmuted by hand';

/** Gives up what was kept back while these items were muted: whoever unmutes an item sees its problem. */
export async function dropMuted(tx: Tx, tenantId: string, itemIds: readonly string[]): Promise<void> {
  await sql`
    update deliveries as d
       set was_unmuted = true,
           last_error = ${unmutedReason}
      from ${keptBack(tenantId, itemIds)}`.execute(tx);
}

/**
 * Releases what was kept back of the problems that began or changed while these items were muted. A problem that is over
 * stays untold.
 */
export async function releaseMuted(tx: Tx, tenantId: string, itemIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ at: Date; flipId: string }>`
    update deliveries as d
       set state = 'held'
      from ${keptBack(tenantId, itemIds)}
       and i.status in (${itemStatus.warning}, ${itemStatus.alert})
       and i.issue_status = ${issueStatus.new}
    returning d.flip_at as at, d.flip_id as "flipId"`.execute(tx);
  if (rows.length === 0) return;
  await sql`
    update flips as f
       set is_silent = false
      from unnest(
             ${rows.map(({ at }) => at)}::timestamptz[],
             ${rows.map(({ flipId }) => flipId)}::bigint[]
           ) as r (at, flip_id)
     where f.tenant_id = ${tenantId}
       and f.at = r.at
       and f.flip_id = r.flip_id`.execute(tx);
  announceWork('alerts');
}

/**
 * Makes the items of these products due, except those that still wait for their first facts. Locks them in the order in
 * which judging does.
 */
export async function makeDue(
  tx: Tx,
  due: { tenantId: string; productIds: readonly string[]; at: Date },
): Promise<void> {
  await sql`
    with locked as materialized (
      select i.item_id
        from items i
       where i.tenant_id = ${due.tenantId}
         and i.product_id = any (${due.productIds}::bigint[])
         and i.status <> 99
         and i.removed_at is null
       order by i.item_id
         for update
    )
    update items i
       set again_at = ${due.at}
      from locked l
     where i.tenant_id = ${due.tenantId}
       and i.item_id = l.item_id`.execute(tx);
  announceWork('items');
}
