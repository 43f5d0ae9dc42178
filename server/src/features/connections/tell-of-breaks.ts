import { dayMs } from '@app/shared/base/time.ts';
import type { Context } from '../../context.ts';
import { everyTurn } from '../../lib/jobs/tenant-turns.ts';
import { enqueueAccountEvents } from '../delivering/outbox/account-event-queries.ts';
import { enqueueNotice, type NoticeContext } from '../delivering/outbox/notice.ts';
import { listUncalledBreaks, listUntoldBreaks, lockUntoldBreak, noteTold } from './standing-queries.ts';

/** A hook is called about a break that is younger than this while the owner cannot be mailed. */
const newsMs = dayMs;

/**
 * Informs owners of broken connections, once for each break until the connection has worked again. Their hooks are
 * called at once, also while the owner's address gets no mail; the mail then follows when it does.
 */
export async function tellOfBreaks(ctx: NoticeContext & Pick<Context, 'db' | 'log'>, turns = everyTurn): Promise<void> {
  const { db, clock, log } = ctx;
  const brokenAfter = new Date(clock.now().getTime() - newsMs);
  const untold = await db.acrossTenants((all) => listUntoldBreaks(all));
  const uncalled = await db.acrossTenants((all) => listUncalledBreaks(all, brokenAfter));
  await turns.each([...untold, ...uncalled], (key) => {
    const { tenantId } = key;
    return db.tenant(tenantId, async (tx) => {
      const found = await lockUntoldBreak(tx, key);
      if (!found) return;
      const { title: subject, reason, since: at } = found;
      // The instant of the break names the event, so that a mail that follows later calls no hook again.
      await enqueueAccountEvents(tx, { tenantId, event: 'connectionBroken', subjects: [subject], reason, at });
      if (!(await enqueueNotice(ctx, tx, { tenantId, kind: 'connectionBroken', subject, reason }))) return;
      await noteTold(tx, key, clock.now());
      log.info(key, 'the owner is told of a broken connection');
    });
  });
}
