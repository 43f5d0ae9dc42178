import { sql, type RawBuilder } from 'kysely';
import { dayMs } from '@app/shared/base/time.ts';
import type { Actor } from '../../../http/actor.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { isOpenItem, issueColumns, type AlertRow } from './alert-queries.ts';

/** Every flip is kept for longer than this, so that a younger issue has its flip. */
const keptAtLeastMs = 365 * dayMs;

interface Lasting {
  readonly hiddenTypes: readonly string[];
  readonly which: RawBuilder<unknown>;
  readonly most: number;
  readonly now: Date;
}

/**
 * Selects the problems that have lasted for longer than flips are kept, newest first. They are read from their
 * items, which do not say whether the problem was a lesser one before. The items are read first, by the index
 * items_shown: in a join PostgreSQL may read all items of each product instead. The flip is looked up by its time, which
 * finds the partition.
 */
async function selectLasting(tx: Tx, actor: Actor, { hiddenTypes, which, most, now }: Lasting): Promise<AlertRow[]> {
  const { rows } = await sql<AlertRow>`
    with problems as materialized (
      select i.*
        from items i
       where i.tenant_id = ${actor.tenantId}
         and i.status in (1, 2)
         and i.removed_at is null
         and i.changed_at < ${new Date(now.getTime() - keptAtLeastMs)}
         and i.type <> all (${[...hiddenTypes]}::text[])
         and ${which}
    )
    select i.item_id as "flipId",
           i.changed_at as at,
           i.item_id as "itemId",
           i.type,
           case i.status when 2 then 'RED' else 'AMBER' end as colour,
           0 as "fromStatus",
           i.status as "toStatus",
           i.message,
           i.from_text as "from",
           i.to_text as "to",
           i.evidence,
           i.product_id as "productId",
           ${issueColumns(actor)},
           true as "isLatest"
      from problems i
      join products p
        on p.tenant_id = ${actor.tenantId}
       and p.product_id = i.product_id
      join seller_accounts s
        on s.tenant_id = p.tenant_id
       and s.seller_account_id = p.seller_account_id
      left join incidents n
        on n.tenant_id = ${actor.tenantId}
       and n.incident_id = i.incident_id
     where p.is_tracked
       and p.seller_account_id <> all (${[...actor.hiddenSellerAccountIds]}::bigint[])
       and not exists (
             select 1
               from flips f
              where f.tenant_id = ${actor.tenantId}
                and f.at = i.changed_at
                and f.item_id = i.item_id
                and f.revision = i.revision
           )
     order by i.changed_at desc, i.item_id desc
     limit ${most}`.execute(tx);
  return rows;
}

interface LastingFilter extends Omit<Lasting, 'which'> {
  /** Limits the list to issues after this one; `null` for all. */
  readonly before: { readonly at: Date; readonly itemId: string } | null;
  readonly productId: string | null;
}

export function listLastingRows(tx: Tx, actor: Actor, filter: LastingFilter): Promise<AlertRow[]> {
  const { before, productId } = filter;
  const conditions = [
    isOpenItem,
    ...(before ? [sql`(i.changed_at, i.item_id) < (${before.at}::timestamptz, ${before.itemId})`] : []),
    ...(productId === null ? [] : [sql`i.product_id = ${productId}::bigint`]),
  ];
  return selectLasting(tx, actor, { ...filter, which: sql.join(conditions, sql` and `) });
}

interface OneIssue {
  readonly at: Date;
  readonly itemId: string;
  readonly hiddenTypes: readonly string[];
  readonly now: Date;
}

/** Finds a problem also while it is muted or done, because programs reopen it by the same id. */
export async function findLastingRow(
  tx: Tx,
  actor: Actor,
  { at, itemId, ...issue }: OneIssue,
): Promise<AlertRow | null> {
  const which = sql`
    i.item_id = ${itemId}
    and i.changed_at >= ${at}
    and i.changed_at < ${new Date(at.getTime() + 1)}`;
  const [row] = await selectLasting(tx, actor, { ...issue, which, most: 1 });
  return row ?? null;
}
