import type { Context } from '../../../../context.ts';
import { claimLoss, listUntoldLosses } from './loss-queries.ts';
import { enqueueNotice, type NoticeContext } from './notice.ts';

/** The only answer of the marketplace that ends an authorisation. */
const reason = 'Login with Amazon: invalid_grant';

/** Has the owner told of each seller account that needs a new authorisation: once, until it has held again. */
export async function tellOfLosses(ctx: NoticeContext & Pick<Context, 'db' | 'log'>): Promise<void> {
  const { db, clock, log } = ctx;
  for (const loss of await listUntoldLosses(db.global)) {
    const { tenantId } = loss;
    await db.tenant(tenantId, async (tx) => {
      const subject = await claimLoss(tx, loss, clock.now());
      if (subject === null) return;
      await enqueueNotice(ctx, tx, { tenantId, kind: 'authorizationLost', subject, reason });
      log.info(loss, 'the owner is told of a lost authorisation');
    });
  }
}
