import { minuteMs } from '@app/shared/base/time.ts';
import type { Context } from '../../../../context.ts';
import { everyTurn } from '../../../../lib/jobs/tenant-turns.ts';
import { enqueueAccountEvents } from '../../outbox/account-events.ts';
import { enqueueNotice, type NoticeContext } from '../../outbox/notice.ts';
import { claimLoss, listUntoldLosses } from './loss-queries.ts';

/**
 * The wait before an owner is informed. Within it an outage causes losses of other accounts, and an authorisation that
 * was refused by mistake works again.
 */
const patienceMs = 15 * minuteMs;

/** The only answer of the marketplace that means that an authorisation has ended. */
const reason = 'Login with Amazon: invalid_grant';

/**
 * Informs the owners of seller accounts that need a new authorisation, once per loss. Many losses at the same time are
 * an outage, about which no owner can do anything.
 */
export async function tellOfLosses(ctx: NoticeContext & Pick<Context, 'db' | 'log'>, turns = everyTurn): Promise<void> {
  const { db, clock, log } = ctx;
  const since = new Date(clock.now().getTime() - patienceMs);
  const losses = await db.acrossTenants((all) => listUntoldLosses(all, { lostBefore: since, quietSince: since }));
  await turns.each(losses, (loss) => {
    const { tenantId } = loss;
    return db.tenant(tenantId, async (tx) => {
      const at = clock.now();
      const subject = await claimLoss(tx, loss, at);
      if (subject === null) return;
      await enqueueNotice(ctx, tx, { tenantId, kind: 'authorizationLost', subject, reason });
      await enqueueAccountEvents(tx, { tenantId, event: 'connectionBroken', subjects: [subject], reason, at });
      log.info(loss, 'the owner is told of a lost authorisation');
    });
  });
}
