import { dayMs } from '@app/shared/base/time.ts';
import type { Context } from '../../../../context.ts';
import { everyTurn } from '../../../../lib/jobs/tenant-turns.ts';
import { enqueueNotice, type NoticeContext } from '../../outbox/notice.ts';
import { claimExpiry, listExpiring } from './expiry-queries.ts';

/** An authorisation at Amazon is valid for a year. */
const validMs = 365 * dayMs;
/** The numbers of days before the end on which the owner is told. */
const tellingDays = [30, 7, 1] as const;

const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** Returns the day on which an authorisation ends, as the notice names it. */
export const dayOfExpiry = (authorizedAt: Date): string => date.format(new Date(authorizedAt.getTime() + validMs));

/** Informs the owners of seller accounts whose authorisation ends soon, three times for each authorisation. */
export async function tellOfExpiry(ctx: NoticeContext & Pick<Context, 'db' | 'log'>, turns = everyTurn): Promise<void> {
  const { db, clock } = ctx;
  const now = clock.now();
  const before = new Date(now.getTime() - validMs);
  const accounts = await db.acrossTenants((all) => listExpiring(all, { before, days: tellingDays }));
  await turns.each(accounts, ({ tenantId, sellerAccountId, days }) =>
    db.tenant(tenantId, async (tx) => {
      const claimed = await claimExpiry(tx, { tenantId, sellerAccountId, days }, before);
      if (!claimed) return;
      const reason = dayOfExpiry(claimed.authorizedAt);
      await enqueueNotice(ctx, tx, { tenantId, kind: 'authorizationExpires', subject: claimed.name, reason });
    }),
  );
}
