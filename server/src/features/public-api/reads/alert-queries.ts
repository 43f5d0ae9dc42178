import { sql, type RawBuilder } from 'kysely';
import type { Colour } from '@app/shared/base/severity.ts';
import type { Actor } from '../../../http/actor.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { isCountedIssue } from '../../judging/settings/tenant-features-queries.ts';
import { causeText } from '../../judging/weigh/incident-queries.ts';

export interface AlertRow {
  /** The id of the flip; the id of the item, if its flip is not kept any more. */
  readonly flipId: string;
  readonly at: Date;
  readonly itemId: string;
  readonly type: string;
  readonly colour: Colour;
  readonly fromStatus: number;
  readonly toStatus: number;
  readonly message: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly evidence: { label: string; value: string }[];
  readonly productId: string;
  readonly productName: string;
  readonly asin: string;
  readonly marketplace: string;
  readonly sellerAccountId: string;
  readonly sellerAccountName: string;
  readonly itemStatus: number | null;
  readonly figures: Readonly<Record<string, number>> | null;
  readonly issueStatus: number | null;
  readonly issueStatusBy: string | null;
  readonly mutedUntil: Date | null;
  readonly changedAt: Date | null;
  /** The incident of which the item is a member now; its other members are open issues of kinds that count. */
  readonly incident: {
    readonly incidentId: string;
    readonly common: string;
    readonly members: readonly { readonly type: string; readonly about: string | null }[];
  } | null;
  /** Whether the item has not changed since this flip. */
  readonly isLatest: boolean;
}

export interface FlipKey {
  readonly at: Date;
  readonly flipId: string;
}

interface Selection {
  readonly hiddenTypes: readonly string[];
  readonly which: RawBuilder<unknown>;
  readonly most: number;
}

/** The columns of the product (`p`), its seller account (`s`), the item (`i`) and its incident (`n`). */
export const issueColumns = ({ tenantId }: Actor) => sql`
           coalesce(p.short_name, p.name) as "productName",
           p.asin,
           p.marketplace,
           s.seller_account_id as "sellerAccountId",
           coalesce(s.nick_name, s.name) as "sellerAccountName",
           i.status as "itemStatus",
           i.figures,
           i.issue_status as "issueStatus",
           i.issue_status_by as "issueStatusBy",
           i.muted_until as "mutedUntil",
           i.changed_at as "changedAt",
           case when n.incident_id is not null then json_build_object(
             'incidentId', n.incident_id::text,
             'common', ${causeText(tenantId)},
             'members', (
               select jsonb_agg(distinct jsonb_build_object('type', m.type, 'about', m.about))
                 from items m
                 join tenants t
                   on t.tenant_id = m.tenant_id
                where m.tenant_id = ${tenantId}
                  and m.product_id = i.product_id
                  and m.incident_id = i.incident_id
                  and m.status in (1, 2)
                  and (m.item_id = i.item_id or ${isCountedIssue('m')})
             )
           ) end as incident`;

/** Selects the flips that fulfil `which` and that the viewer may see, newest first. */
async function selectAlerts(tx: Tx, actor: Actor, { hiddenTypes, which, most }: Selection): Promise<AlertRow[]> {
  const { rows } = await sql<AlertRow>`
    select f.flip_id as "flipId",
           f.at,
           f.item_id as "itemId",
           f.type,
           f.colour,
           f.from_status as "fromStatus",
           f.to_status as "toStatus",
           f.message,
           f.from_text as "from",
           f.to_text as "to",
           f.evidence,
           f.product_id as "productId",
           ${issueColumns(actor)},
           coalesce(i.revision = f.revision and i.removed_at is null, false) as "isLatest"
      from flips f
      join products p
        on p.tenant_id = f.tenant_id
       and p.product_id = f.product_id
      join seller_accounts s
        on s.tenant_id = p.tenant_id
       and s.seller_account_id = p.seller_account_id
      left join items i
        on i.tenant_id = ${actor.tenantId}
       and i.item_id = f.item_id
      left join incidents n
        on n.tenant_id = ${actor.tenantId}
       and n.incident_id = i.incident_id
     where f.tenant_id = ${actor.tenantId}
       and f.type <> all (${[...hiddenTypes]}::text[])
       and p.is_tracked
       and p.seller_account_id <> all (${[...actor.hiddenSellerAccountIds]}::bigint[])
       and ${which}
     order by f.at desc, f.flip_id desc
     limit ${most}`.execute(tx);
  return rows;
}

export interface AlertFilter {
  readonly hiddenTypes: readonly string[];
  /** Limits the list to flips older than this one; `null` for all. */
  readonly before: FlipKey | null;
  readonly productId: string | null;
  readonly event: 'raised' | 'healed' | null;
  readonly isOpen: boolean;
  readonly most: number;
}

export function listAlertRows(tx: Tx, actor: Actor, filter: AlertFilter): Promise<AlertRow[]> {
  const { before, productId, event, isOpen } = filter;
  const conditions = [
    sql`true`,
    ...(before ? [sql`(f.at, f.flip_id) < (${before.at}::timestamptz, ${before.flipId}::bigint)`] : []),
    ...(productId === null ? [] : [sql`f.product_id = ${productId}::bigint`]),
    ...(event === null ? [] : [event === 'healed' ? sql`f.to_status = 0` : sql`f.to_status <> 0`]),
    // A change of a muted item is silent, since nobody was told of it. Its problem may still be open.
    isOpen ? sql`i.revision = f.revision and ${isOpenItem}` : sql`not f.is_silent`,
  ];
  return selectAlerts(tx, actor, { ...filter, which: sql.join(conditions, sql` and `) });
}

/** Whether an item (`i`) is an open issue. Relies on the index items_shown. */
export const isOpenItem = sql`
  i.status in (1, 2)
  and i.issue_status < 3
  and i.muted_until is null
  and i.removed_at is null`;

interface OneAlert extends FlipKey {
  readonly hiddenTypes: readonly string[];
}

export async function findAlertRow(tx: Tx, actor: Actor, alert: OneAlert): Promise<AlertRow | null> {
  // The id of an alert holds its time in whole milliseconds. The condition on the time finds the partition.
  const which = sql`
    f.flip_id = ${alert.flipId}::bigint
    and f.at >= ${alert.at}
    and f.at < ${new Date(alert.at.getTime() + 1)}`;
  const [row] = await selectAlerts(tx, actor, { hiddenTypes: alert.hiddenTypes, which, most: 1 });
  return row ?? null;
}

interface EarlierFilter {
  readonly hiddenTypes: readonly string[];
  readonly most: number;
}

/** Lists the flips of the same item before this one, newest first. Relies on the index flips_item. */
export function listEarlierRows(
  tx: Tx,
  actor: Actor,
  { at, flipId, itemId, hiddenTypes, most }: FlipKey & Pick<AlertRow, 'itemId'> & EarlierFilter,
): Promise<AlertRow[]> {
  const which = sql`
    f.item_id = ${itemId}
    and not f.is_silent
    and (f.at, f.flip_id) < (${at}::timestamptz, ${flipId}::bigint)`;
  return selectAlerts(tx, actor, { hiddenTypes, which, most });
}
