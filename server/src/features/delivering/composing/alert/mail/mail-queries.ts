import { sql } from 'kysely';
import type { Tx } from '../../../../../lib/db/db.ts';
import type { MessageKey } from '../../../outbox/message.ts';
import { clockColumns, type ClockRow } from '../../address-clock-queries.ts';
import type { AlertNews } from '../alert-mail-input.ts';
import {
  eligibilityColumns,
  eligibilityTables,
  newsColumns,
  type DeliveryEligibility,
} from '../eligibility-queries.ts';

/** One delivery, with the fields that a mail shows and those that decide whether it may still be sent. */
export interface MailLine extends Omit<AlertNews, 'risk' | 'isOver' | 'relation'>, DeliveryEligibility, ClockRow {
  readonly emailAddressId: string;
  readonly email: string;
  readonly alertSubject: 'SIMPLE' | 'DETAILED';
  readonly isCollected: boolean;
  readonly flipId: string;
  /** The present state of the item; `null` if it was removed. */
  readonly statusNow: number | null;
  readonly figures: Readonly<Record<string, number>> | null;
  readonly changedAt: Date | null;
  readonly issueStatusNow: number | null;
}

/** Returns the waiting members of one mail. */
export async function readMail(tx: Tx, { tenantId, messageId }: MessageKey, now: Date): Promise<MailLine[]> {
  const { rows } = await sql<MailLine>`
    /* prepared */
    select e.email_address_id as "emailAddressId", e.email, ${eligibilityColumns(now)}, ${clockColumns(sql`${tenantId}`)},
           t.alert_subject as "alertSubject",
           not t.instant_alert as "isCollected",
           f.item_id as "itemId",
           f.revision,
           f.from_text as "from",
           f.to_text as "to",
           f.evidence,
           i.settings ->> 'keyword' as keyword,
           p.asin,
           p.image_url as "imageUrl",
           i.status as "statusNow",
           i.figures,
           i.changed_at as "changedAt",
           i.issue_status as "issueStatusNow",
           ${newsColumns(tenantId)}
      from ${eligibilityTables(tenantId)}
     where d.tenant_id = ${tenantId}
       and d.message_id = ${messageId}
       and d.state = 'pending'
     order by f.at, f.flip_id`.execute(tx);
  return rows;
}
