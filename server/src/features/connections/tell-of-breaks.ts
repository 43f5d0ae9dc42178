import type { Context } from '../../context.ts';
import { everyTurn } from '../../lib/jobs/tenant-turns.ts';
import { enqueueAccountEvents } from '../delivering/outbox/account-events.ts';
import { enqueueNotice, type NoticeContext } from '../delivering/outbox/notice.ts';
import { claimBreak, listUntoldBreaks } from './standing-queries.ts';

/** Informs owners of broken connections, once for each break until the connection has worked again. */
export async function tellOfBreaks(ctx: NoticeContext & Pick<Context, 'db' | 'log'>, turns = everyTurn): Promise<void> {
  const { db, clock, log } = ctx;
  await turns.each(await db.acrossTenants((all) => listUntoldBreaks(all)), (key) => {
    const { tenantId } = key;
    return db.tenant(tenantId, async (tx) => {
      const found = await claimBreak(tx, key, clock.now());
      if (!found) return;
      const { title: subject, reason } = found;
      await enqueueNotice(ctx, tx, { tenantId, kind: 'connectionBroken', subject, reason });
      await enqueueAccountEvents(tx, {
        tenantId,
        event: 'connectionBroken',
        subjects: [subject],
        reason,
        at: clock.now(),
      });
      log.info(key, 'the owner is told of a broken connection');
    });
  });
}
