import { sql } from 'kysely';
import { mail } from '@app/shared/transports/mail.ts';
import { push } from '@app/shared/transports/push.ts';
import { webhook } from '@app/shared/transports/webhook.ts';
import { json, type Tx } from '../../../lib/db/db.ts';
import { isOnCluster } from '../../../lib/db/tenant-transaction.ts';
import { announceWork } from '../../../lib/jobs/work-bells.ts';
import { recipientKey } from '../weigh/past-queries.ts';
import type { ItemChange } from './change.ts';
import type { GatheredFlip } from '../weigh/gather.ts';

/** Stores that these items are not evaluated again until their facts change or their product is tracked again. */
export async function clearAgain(
  tx: Tx,
  tenantId: string,
  limits: { itemIds: readonly string[]; now: Date },
): Promise<void> {
  await sql`
    /* prepared */
    update items
       set again_at = null
     where tenant_id = ${tenantId}
       and item_id = any (${limits.itemIds}::text[])
       and again_at <= ${limits.now}`.execute(tx);
}

/** Writes the changes of a batch. An item whose revision has changed since it was read keeps its row. */
export async function writeItems(
  tx: Tx,
  write: { tenantId: string; version: string; changes: readonly ItemChange[] },
): Promise<void> {
  const rows = write.changes.map((change) => ({
    item_id: change.itemId,
    product_id: change.productId,
    type: change.type,
    status: change.status,
    issue_status: change.issueStatus,
    message: change.message,
    from_text: change.from,
    to_text: change.to,
    evidence: change.evidence,
    figures: change.figures,
    about: change.about,
    memory: change.memory,
    again_at: change.againAt?.toISOString() ?? null,
    awaits_check: change.awaitsCheck,
    revision: change.revision,
    old_revision: change.oldRevision,
    changed_at: change.changedAt?.toISOString() ?? null,
    incident_id: change.incidentId,
  }));
  await sql`
    /* prepared */
    insert into items as i (
             tenant_id, item_id, product_id, type, status, issue_status, message, from_text, to_text, evidence,
             figures, about, memory, again_at, awaits_check, revision, changed_at, incident_id, version
           )
    select ${write.tenantId}, r.item_id, r.product_id, r.type, r.status, r.issue_status, r.message, r.from_text,
           r.to_text, r.evidence, r.figures, r.about, r.memory, r.again_at, r.awaits_check, r.revision,
           r.changed_at, r.incident_id, ${write.version}::bigint
      from jsonb_to_recordset(${json(rows)}::jsonb) as r (
             item_id text, product_id bigint, type text, status smallint, issue_status smallint, message text,
             from_text text, to_text text, evidence jsonb, figures jsonb, about text, memory jsonb,
             again_at timestamptz, awaits_check boolean, revision integer, old_revision integer,
             changed_at timestamptz, incident_id bigint
           )
     order by r.item_id
        on conflict (tenant_id, item_id) do update
       set status = excluded.status,
           issue_status = excluded.issue_status,
           issue_status_by = case when excluded.issue_status = i.issue_status then i.issue_status_by end,
           issue_status_at = case when excluded.issue_status = i.issue_status then i.issue_status_at end,
           message = excluded.message,
           from_text = excluded.from_text,
           to_text = excluded.to_text,
           evidence = excluded.evidence,
           figures = excluded.figures,
           about = excluded.about,
           memory = excluded.memory,
           again_at = excluded.again_at,
           awaits_check = excluded.awaits_check,
           revision = excluded.revision,
           changed_at = coalesce(excluded.changed_at, i.changed_at),
           incident_id = excluded.incident_id,
           version = excluded.version
     where i.revision in (excluded.revision, excluded.revision - 1)`.execute(tx);
}

/** Writes memory and the time of the next evaluation without a new version, since the dashboard shows neither. */
export async function writeMemories(tx: Tx, tenantId: string, changes: readonly ItemChange[]): Promise<void> {
  const rows = changes.map((change) => ({
    item_id: change.itemId,
    memory: change.memory,
    again_at: change.againAt?.toISOString() ?? null,
    awaits_check: change.awaitsCheck,
    revision: change.revision,
  }));
  await sql`
    /* prepared */
    update items as i
       set memory = r.memory,
           again_at = r.again_at,
           awaits_check = r.awaits_check
      from jsonb_to_recordset(${json(rows)}::jsonb) as r (
             item_id text, memory jsonb, again_at timestamptz, awaits_check boolean, revision integer
           )
     where i.tenant_id = ${tenantId}
       -- The list of keys makes the planner use the index: with the join alone it reads all items of the tenant.
       and i.item_id = any (${rows.map((row) => row.item_id)}::text[])
       and i.item_id = r.item_id
       and i.revision = r.revision`.execute(tx);
}

/**
 * Inserts flips and their deliveries in one statement, so that nothing is delivered for a flip that was not recorded.
 */
export async function insertFlips(tx: Tx, tenantId: string, flips: readonly GatheredFlip[]): Promise<void> {
  const rows = flips.map(({ telling, ...flip }) => ({
    ...flip,
    ...telling,
    at: flip.at.toISOString(),
    until: telling.until.toISOString(),
    mailed: flip.mailed.map(Number),
    pushed: flip.pushed.map(Number),
  }));
  const deliveries = isOnCluster(tx)
    ? await insertDeliveries(tx, tenantId, { rows, written: await insertRows(tx, tenantId, rows) })
    : await insertBoth(tx, tenantId, rows);
  if (deliveries > 0) announceWork('alerts');
}

type FlipRows = readonly object[];

/** On a cluster the CTEs must be inlined into the insert: the rows of a materialized CTE would be sent to all nodes. */
const inlined = sql`not materialized`;

const incoming = (rows: FlipRows, how = sql``) => sql`
    /* prepared */
    with incoming as ${how} (
      select r.*
        from jsonb_to_recordset(${json(rows)}::jsonb) as r (
               at timestamptz, "itemId" text, revision integer, "productId" bigint, type text, "fromStatus" smallint,
               "toStatus" smallint, colour text, about text, message text, "from" text, "to" text, evidence jsonb,
               "isSilent" boolean, "isImproved" boolean, mailed bigint[], pushed bigint[], channels jsonb, state text,
               until timestamptz, reason text, untold text[], "untoldReason" text, "incidentId" bigint
             )
    )`;

const insertOfIncoming = (tenantId: string) => sql`
      insert into flips (
               tenant_id, at, item_id, revision, product_id, type, from_status, to_status, colour, about, message,
               from_text, to_text, evidence, is_silent, is_improved, incident_id
             )
      select ${tenantId}::uuid, i.at, i."itemId", i.revision, i."productId", i.type, i."fromStatus", i."toStatus", i.colour,
             i.about, i.message, i."from", i."to", i.evidence, i."isSilent", i."isImproved",
             i."incidentId"
        from incoming i
      returning at, flip_id, item_id, revision`;

interface WrittenFlip {
  readonly at: Date;
  readonly flip_id: string;
  readonly item_id: string;
  readonly revision: number;
}

async function insertRows(tx: Tx, tenantId: string, rows: FlipRows): Promise<readonly WrittenFlip[]> {
  return (await sql<WrittenFlip>`${incoming(rows)} ${insertOfIncoming(tenantId)}`.execute(tx)).rows;
}

interface Written {
  readonly rows: FlipRows;
  readonly written: readonly WrittenFlip[];
}

/**
 * Inserts the deliveries of written flips and returns their number. On a cluster this is a statement of its own: if it
 * were part of the statement that inserts the flips, the rows would first be sent to all nodes, and that fails while
 * one node is away.
 */
async function insertDeliveries(tx: Tx, tenantId: string, { rows, written }: Written): Promise<number> {
  const { rows: inserted } = await sql`${incoming(rows, inlined)},
    written as ${inlined} (
      select * from json_to_recordset(${json(written)}::json) as w (
               at timestamptz, flip_id bigint, item_id text, revision integer)
    )${insertOfWritten(tenantId, inlined)}`.execute(tx);
  return inserted.length;
}

async function insertBoth(tx: Tx, tenantId: string, rows: FlipRows): Promise<number> {
  const { rows: inserted } = await sql`${incoming(rows)},
    written as (${insertOfIncoming(tenantId)}
    )${insertOfWritten(tenantId)}`.execute(tx);
  return inserted.length;
}

const insertOfWritten = (tenantId: string, how = sql``) => sql`,
    told as ${how} (
      select w.at, w.flip_id, i.mailed, i.pushed, i.channels, i.state, i.until, i.reason, i.untold, i."untoldReason",
             i."isSilent" as is_silent
        from written w
        join incoming i
          on i."itemId" = w.item_id
         and i.revision = w.revision
    ),
    addressed as (
      select t.*, recipient as email_address_id, ${mail.id} as channel, 0::bigint as target_id, false as is_hook
        from told t
       cross join unnest(t.mailed) as recipient
       union all
      select t.*, s.email_address_id, ${push.id}, s.push_subscription_id, false
        from told t
        join push_subscriptions s
          on s.tenant_id = ${tenantId}
         and s.email_address_id = any (t.pushed)
       union all
      select t.*, 0, c.kind, c.id, c."isHook"
        from told t
       cross join jsonb_to_recordset(t.channels) as c (id bigint, kind text, "isHook" boolean)
    ),
    weighed as (
      select d.*,
             case when d.is_hook then 'pending'
                  when d.state = 'dropped' then d.state
                  when ${recipientKey} = any (d.untold) then 'untold'
                  else d.state end as becomes,
             -- Messages to people about the end of a problem wait for the next message; programs get each event
             -- immediately.
             d.is_hook or d.channel = ${webhook.id} and d.state = 'pending' as is_at_once
        from addressed d
    )
    insert into deliveries (
      tenant_id, flip_at, flip_id, email_address_id, channel, target_id, state, next_attempt_at, last_error
    )
    select ${tenantId}::uuid, w.at, w.flip_id, w.email_address_id, w.channel, w.target_id,
           case when w.becomes in ('untold', 'muted') then 'dropped' else w.becomes end,
           case when w.is_at_once then w.at else w.until end,
           case when w.becomes = 'untold' then w."untoldReason" when not w.is_at_once then w.reason end
      from weighed w
     -- A silent flip has deliveries only to those who are told of it when the mute of its item ends.
     where w.becomes = 'muted'
        or not w.is_silent
    returning 1`;
