import { sql } from 'kysely';
import { isNewsForNobody, waysToTell, type Recipient } from '@app/shared/watchdogs/recipients.ts';
import { watchdogOf } from '@app/shared/watchdogs/registry.ts';
import type { Tx } from '../../lib/db/db.ts';
import { recipientColumns } from '../accounts/recipient-queries.ts';
import { occasionOf, type TenantFeatures } from '../alerts/tenant-features.ts';
import { clockColumns, type ClockRow } from './address-clock.ts';
import type { AlertNews } from './alert-telling.ts';

/** One delivery with all that a mail tells of it, and all that decides whether it still may. */
export interface MailLine extends Omit<AlertNews, 'risk'>, Recipient, ClockRow, TenantFeatures {
  readonly emailAddressId: string;
  readonly email: string;
  readonly attempts: number;
  readonly alertSubject: 'SIMPLE' | 'DETAILED';
  readonly isCollected: boolean;
  readonly sellerAccountId: string;
  readonly flipId: string;
  readonly isMuted: boolean;
  /** As it is now; `null` where the item is gone. */
  readonly statusNow: number | null;
  readonly changedAt: Date | null;
  /** Its seller account is being deleted. */
  readonly isGone: boolean;
}

/** The deliveries of one mail. Empty when another process is sending it or has sent it. */
export const lockMail = (tx: Tx, tenantId: string, messageId: string): Promise<MailLine[]> =>
  loadMail(tx, { tenantId, messageId, lock: sql`for update of d skip locked` });

/** The same without keeping anybody from it. */
export const readMail = (tx: Tx, tenantId: string, messageId: string): Promise<MailLine[]> =>
  loadMail(tx, { tenantId, messageId, lock: sql`` });

interface Wanted {
  readonly tenantId: string;
  readonly messageId: string;
  readonly lock: ReturnType<typeof sql>;
}

async function loadMail(tx: Tx, { tenantId, messageId, lock }: Wanted): Promise<MailLine[]> {
  const { rows } = await sql<MailLine>`
    select e.email_address_id as "emailAddressId", e.email, ${recipientColumns}, ${clockColumns},
           t.alert_subject as "alertSubject",
           not t.instant_alert as "isCollected",
           t.suppressed_types as "suppressedTypes",
           t.group_statuses as "groupStatuses",
           d.attempts,
           f.flip_id as "flipId",
           f.item_id as "itemId",
           f.revision,
           f.type,
           f.colour,
           f.at,
           f.message,
           f.from_text as "from",
           f.to_text as "to",
           f.evidence,
           f.product_id as "productId",
           coalesce(p.short_name, p.name) as "productName",
           p.asin,
           p.marketplace,
           p.image_url as "imageUrl",
           p.seller_account_id as "sellerAccountId",
           coalesce(s.nick_name, s.name) as "sellerAccountName",
           s.deleted_at is not null as "isGone",
           i.muted_until is not null as "isMuted",
           i.status as "statusNow",
           i.changed_at as "changedAt"
      from deliveries d
      join tenants t
        on t.tenant_id = d.tenant_id
      join flips f
        on f.tenant_id = d.tenant_id
       and f.at = d.flip_at
       and f.flip_id = d.flip_id
      join products p
        on p.tenant_id = d.tenant_id
       and p.product_id = f.product_id
      join seller_accounts s
        on s.tenant_id = p.tenant_id
       and s.seller_account_id = p.seller_account_id
      join email_addresses e
        on e.tenant_id = d.tenant_id
       and e.email_address_id = d.email_address_id
      left join items i
        on i.tenant_id = d.tenant_id
       and i.item_id = f.item_id
     where d.tenant_id = ${tenantId}
       and d.message_id = ${messageId}
       and d.state = 'pending'
     order by f.at, f.flip_id
     ${lock}`.execute(tx);
  return rows;
}

/** Hours may have passed since it happened: rights, wishes, mutes and plans are asked again. */
export function mayStillBeTold(line: MailLine): boolean {
  const watchdog = watchdogOf(line.type);
  if (!watchdog || line.isGone || isNewsForNobody(occasionOf(line, line))) return false;
  return waysToTell(line, { ...line, watchdog }).mail;
}

/** What somebody may not or would not be told any more is not sent, and the log says why. */
export async function giveUp(
  tx: Tx,
  tenantId: string,
  { messageId, lines, reason }: { messageId: string; lines: readonly MailLine[]; reason: string },
): Promise<void> {
  if (lines.length === 0) return;
  await sql`
    update deliveries
       set state = 'failed',
           last_error = ${reason}
     where tenant_id = ${tenantId}
       and message_id = ${messageId}
       and state = 'pending'
       and flip_id = any (${lines.map(({ flipId }) => flipId)}::bigint[])`.execute(tx);
}

/** Not now, and no attempt of it. */
export async function putOff(
  tx: Tx,
  tenantId: string,
  { messageId, until }: { messageId: string; until: Date },
): Promise<void> {
  await sql`
    update deliveries
       set next_attempt_at = ${until}
     where tenant_id = ${tenantId}
       and message_id = ${messageId}
       and state = 'pending'`.execute(tx);
}
