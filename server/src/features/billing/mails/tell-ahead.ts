import { dayOf } from '@app/shared/base/calendar-day.ts';
import type { Context } from '../../../context.ts';
import { everyTurn, mayHaveMore } from '../../../lib/jobs/tenant-turns.ts';
import { listComingRates, listExpiringCards, listPayersOf, noteExpiryTold, noteRatesTold } from './ahead-queries.ts';
import { enqueueBillingMail } from './enqueue-billing-mail.ts';

type AheadContext = Pick<Context, 'db' | 'clock' | 'random' | 'keys' | 'config'>;

/**
 * Mails the owners who pay by a price list that a new version of the list comes into force, each owner once; those who
 * begin to pay by it later, such as by signing up, are told as soon as they do.
 */
export async function tellOfRates(ctx: AheadContext, turns = everyTurn): Promise<void> {
  const now = ctx.clock.now();
  for (const { rateCardId, validFrom, toldAt, ...card } of await listComingRates(ctx.db.global, dayOf(now))) {
    const tenantIds = await listPayersOf(ctx.db.global, { rateCardId, toldAt });
    const told = await turns.each(tenantIds, (tenantId) =>
      ctx.db.tenant(tenantId, (tx) =>
        enqueueBillingMail(ctx, tx, { tenantId, kind: 'ratesChange', rateCardId, validFrom, card }),
      ),
    );
    if (told.length === tenantIds.length && (toldAt === null || told.length > 0))
      await noteRatesTold(ctx.db.global, { rateCardId, validFrom, at: now });
  }
}

const batchSize = 200;

/** Mails owners whose card expires before the next bill. True if more are waiting. */
export async function tellOfExpiringCards(ctx: AheadContext, turns = everyTurn): Promise<boolean> {
  const cards = await ctx.db.acrossTenants((db) => listExpiringCards(db, batchSize));
  const taken = await turns.each(cards, (card) =>
    ctx.db.tenant(card.tenantId, async (tx) => {
      if (await noteExpiryTold(tx, card)) await enqueueBillingMail(ctx, tx, { ...card, kind: 'methodExpiring' });
    }),
  );
  return mayHaveMore(taken, batchSize);
}
