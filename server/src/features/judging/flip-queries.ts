import { sql } from 'kysely';
import { mail } from '@app/shared/transports/mail.ts';
import { push } from '@app/shared/transports/push.ts';
import { json, type Tx } from '../../lib/db/db.ts';
import type { FlipRow } from './flip.ts';

/** What has changed, and to whom it is owed to be told: written together, so that nothing is told that did not happen. */
export async function insertFlips(tx: Tx, tenantId: string, flips: readonly FlipRow[]): Promise<void> {
  const rows = flips.map((flip) => ({
    ...flip,
    at: flip.at.toISOString(),
    mailed: flip.mailed.map(Number),
    pushed: flip.pushed.map(Number),
  }));
  await sql`
    /* prepared */
    with incoming as (
      select r.*
        from jsonb_to_recordset(${json(rows)}::jsonb) as r (
               at timestamptz, "itemId" text, revision integer, "productId" bigint, type text, "fromStatus" smallint,
               "toStatus" smallint, colour text, about text, message text, "from" text, "to" text, evidence jsonb,
               "isSilent" boolean, "isImproved" boolean, mailed bigint[], pushed bigint[], channels jsonb
             )
    ),
    written as (
      insert into flips (
               tenant_id, at, item_id, revision, product_id, type, from_status, to_status, colour, about, message,
               from_text, to_text, evidence, is_silent, is_improved
             )
      select ${tenantId}, i.at, i."itemId", i.revision, i."productId", i.type, i."fromStatus", i."toStatus", i.colour,
             i.about, i.message, i."from", i."to", i.evidence, i."isSilent", i."isImproved"
        from incoming i
      returning at, flip_id, item_id, revision
    ),
    told as (
      select w.at, w.flip_id, i.mailed, i.pushed, i.channels
        from written w
        join incoming i
          on i."itemId" = w.item_id
         and i.revision = w.revision
    )
    insert into deliveries (
      tenant_id, flip_at, flip_id, email_address_id, channel, target_id, state, next_attempt_at
    )
    select ${tenantId}::uuid, t.at, t.flip_id, recipient, ${mail.id}, 0, 'pending', t.at
      from told t
     cross join unnest(t.mailed) as recipient
     union all
    select ${tenantId}::uuid, t.at, t.flip_id, s.email_address_id, ${push.id}, s.push_subscription_id, 'pending', t.at
      from told t
      join push_subscriptions s
        on s.tenant_id = ${tenantId}
       and s.email_address_id = any (t.pushed)
     union all
    select ${tenantId}::uuid, t.at, t.flip_id, 0, c.kind, c.id, 'pending', t.at
      from told t
     cross join jsonb_to_recordset(t.channels) as c (id bigint, kind text)`.execute(tx);
}
