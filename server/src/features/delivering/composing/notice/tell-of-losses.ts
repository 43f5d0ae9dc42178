import { dayMs, minuteMs } from '@app/shared/base/time.ts';
import type { Context } from '../../../../context.ts';
import { everyTurn } from '../../../../lib/jobs/tenant-turns.ts';
import { enqueueAccountEvents } from '../../outbox/account-event-queries.ts';
import { enqueueNotice, type NoticeContext } from '../../outbox/notice.ts';
import { listUncalledLosses, listUntoldLosses, lockUntoldLoss, noteLossTold } from './loss-queries.ts';

/**
 * The wait before an owner is informed. Within it an outage causes losses of other accounts, and an authorisation that
 * was refused by mistake works again.
 */
const patienceMs = 15 * minuteMs;
/** A hook is called about a loss that is younger than this while the owner cannot be mailed. */
const newsMs = dayMs;

/** The only answer of the marketplace that means that an authorisation has ended. */
const reason = 'Login with Amazon: invalid_grant';

/**
 * Informs the owners of seller accounts that need a new authorisation, once per loss. Their hooks are called also while
 * the owner's address gets no mail; the mail then follows when it does. Many losses at the same time are an outage,
 * about which no owner can do anything.
 */
export async function tellOfLosses(ctx: NoticeContext & Pick<Context, 'db' | 'log'>, turns = everyTurn): Promise<void> {
  const { db, clock, log } = ctx;
  const ago = (ms: number) => new Date(clock.now().getTime() - ms);
  const instants = { lostBefore: ago(patienceMs), quietSince: ago(patienceMs), lostAfter: ago(newsMs) };
  const untold = await db.acrossTenants((all) => listUntoldLosses(all, instants));
  const uncalled = await db.acrossTenants((all) => listUncalledLosses(all, instants));
  await turns.each([...untold, ...uncalled], (loss) => {
    const { tenantId } = loss;
    return db.tenant(tenantId, async (tx) => {
      const now = clock.now();
      const found = await lockUntoldLoss(tx, loss);
      if (!found) return;
      const { name: subject, lostAt } = found;
      // The instant of the loss names the event, so that a mail that follows later calls no hook again.
      const at = lostAt ?? now;
      await enqueueAccountEvents(tx, { tenantId, event: 'connectionBroken', subjects: [subject], reason, at });
      if (!(await enqueueNotice(ctx, tx, { tenantId, kind: 'authorizationLost', subject, reason }))) return;
      await noteLossTold(tx, loss, now);
      log.info(loss, 'the owner is told of a lost authorisation');
    });
  });
}
