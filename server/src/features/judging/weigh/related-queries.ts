import { sql } from 'kysely';
import { itemStatus } from '@app/shared/domain/issue-status.ts';
import type { Tx } from '../../../lib/db/db.ts';

/** An item with an open problem, as a possible cause or consequence of others. */
export interface RedItem {
  readonly itemId: string;
  readonly productId: string;
  readonly type: string;
  readonly about: string | null;
  /** The last change of its status or subject. */
  readonly redSince: Date;
  readonly incidentId: string | null;
  /** The incident from which a user has split the item. */
  readonly apartFrom: string | null;
}

/** Locks the other red items of these products. Call it before the version of the world is raised. */
export async function lockRelatives(
  tx: Tx,
  tenantId: string,
  { productIds, besides }: { readonly productIds: readonly string[]; readonly besides: readonly string[] },
): Promise<readonly RedItem[]> {
  const { rows } = await sql<RedItem>`
    /* prepared */
    select i.item_id as "itemId",
           i.product_id as "productId",
           i.type,
           i.about,
           i.changed_at as "redSince",
           i.incident_id as "incidentId",
           i.apart_from as "apartFrom"
      from items i
     where i.tenant_id = ${tenantId}
       and i.product_id = any (${productIds}::bigint[])
       and i.status in (${itemStatus.warning}, ${itemStatus.alert})
       and i.changed_at is not null
       and i.removed_at is null
       and i.item_id <> all (${besides}::text[])
     order by i.item_id
       for update`.execute(tx);
  return rows;
}

export interface NewIncident {
  readonly sellerAccountId: string;
  /** The time of the first change of a member. */
  readonly openedAt: Date;
}

/**
 * Inserts incidents whose members are joined by cause or by users, not gathered. Returns the incidents with their ids.
 */
export async function insertIncidents(
  tx: Tx,
  tenantId: string,
  { incidents, at }: { readonly incidents: readonly NewIncident[]; readonly at: Date },
): Promise<readonly (NewIncident & { readonly incidentId: string })[]> {
  const { rows } = await sql<NewIncident & { readonly incidentId: string }>`
    insert into incidents (
      tenant_id, seller_account_id, type, cause, is_end, state, members, opened_at, last_member_at
    )
    select ${tenantId}, s.account, null, '', false, 'ended', 2, s.opened_at, ${at}::timestamptz
      from unnest(
             ${incidents.map(({ sellerAccountId }) => sellerAccountId)}::bigint[],
             ${incidents.map(({ openedAt }) => openedAt)}::timestamptz[]
           ) as s (account, opened_at)
    returning incident_id as "incidentId", seller_account_id as "sellerAccountId", opened_at as "openedAt"`.execute(tx);
  return rows;
}

export interface Membership {
  readonly itemId: string;
  readonly incidentId: string;
}

/** Makes items members of incidents, and stamps the items so that the dashboard shows it. */
export async function writeMemberships(
  tx: Tx,
  tenantId: string,
  { members, version }: { readonly members: readonly Membership[]; readonly version: string },
): Promise<void> {
  await sql`
    /* prepared */
    update items as i
       set incident_id = m.incident_id,
           version = ${version}::bigint
      from unnest(
             ${members.map(({ itemId }) => itemId)}::text[],
             ${members.map(({ incidentId }) => incidentId)}::bigint[]
           ) as m (item_id, incident_id)
     where i.tenant_id = ${tenantId}
       and i.item_id = any (${members.map(({ itemId }) => itemId)}::text[])
       and i.item_id = m.item_id`.execute(tx);
}

/**
 * Makes the items whose flips these incidents have gathered members of the incidents, because the incidents are large
 * now.
 */
export async function writeMassMembers(
  tx: Tx,
  tenantId: string,
  { incidentIds, version }: { readonly incidentIds: readonly string[]; readonly version: string },
): Promise<void> {
  await sql`
    update items as i
       set incident_id = f.incident_id,
           version = ${version}::bigint
      from flips f
     where f.tenant_id = ${tenantId}
       and f.incident_id = any (${incidentIds}::bigint[])
       and i.tenant_id = ${tenantId}
       and i.item_id = f.item_id
       and i.revision = f.revision
       and i.status in (${itemStatus.warning}, ${itemStatus.alert})
       and i.incident_id is null`.execute(tx);
}
