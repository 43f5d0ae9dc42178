import type { Tx } from '../../../lib/db/db.ts';
import { nextWorldVersion } from '../../../lib/db/world-version.ts';
import { recordAudit } from '../../accounts/audit-queries.ts';
import { enqueueNotice, type NoticeContext } from '../outbox/notice.ts';
import { giveUpMails, markStopped, type Stop } from './stop-address-queries.ts';

/**
 * Stops sending to an address that its mail server refuses permanently, because senders that continue are treated as
 * spammers. Gives up waiting messages and informs the owner. Sending starts again when the address is confirmed again.
 */
export async function stopAddress(ctx: NoticeContext, tx: Tx, stop: Stop): Promise<void> {
  const { tenantId, reason, now } = stop;
  const stopped = await markStopped(tx, stop);
  if (!stopped) return;
  await giveUpMails(tx, stop);
  const { email } = stopped;
  // The dashboard shows a stopped address at once, since a mail to the owner's own stopped address would not arrive.
  await nextWorldVersion(tx, tenantId);
  if (!stopped.isPrimary) await enqueueNotice(ctx, tx, { tenantId, kind: 'addressStopped', subject: email, reason });
  const details = { reason };
  await recordAudit(tx, [
    { tenantId, at: now, actor: 'watchpost', action: 'address stopped', subject: email, details },
  ]);
}
