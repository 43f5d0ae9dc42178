import type { Context } from '../../../../context.ts';
import { everyTurn } from '../../../../lib/jobs/tenant-turns.ts';
import { enqueueAccountEvents } from '../../outbox/account-events.ts';
import { enqueueNotice, type NoticeContext } from '../../outbox/notice.ts';
import { claimLoss, listUntoldLosses } from './loss-queries.ts';

/** The only answer of the marketplace that means that an authorisation has ended. */
const reason = 'Login with Amazon: invalid_grant';

/** Informs the owners of seller accounts that need a new authorisation, once per loss. */
export async function tellOfLosses(ctx: NoticeContext & Pick<Context, 'db' | 'log'>, turns = everyTurn): Promise<void> {
  const { db, clock, log } = ctx;
  await turns.each(await listUntoldLosses(db.global), (loss) => {
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
