import { digestStep } from '@app/shared/domain/clock/digest-clock.ts';
import type { Context } from '../../../../context.ts';
import { everyTurn } from '../../../../lib/jobs/tenant-turns.ts';
import { newMessageId } from '../../../../lib/mail/message-id.ts';
import { clockOf } from '../address-clock-queries.ts';
import { type DueAddress, findDueAddresses, settle } from './digest-queries.ts';

type MakeUpContext = Pick<Context, 'db' | 'clock' | 'random'> & {
  readonly config: Pick<Context['config'], 'publicUrl'>;
};

const settledAtOnce = 500;

/** Inserts the due digests of many addresses in one statement. Returns true if more digests are due already. */
export async function makeUpDigests(ctx: MakeUpContext, turns = everyTurn): Promise<boolean> {
  const now = ctx.clock.now();
  const due = await ctx.db.acrossTenants((db) => findDueAddresses(db, { now, most: settledAtOnce }));
  if (due.length === 0) return false;
  const settled = await turns.each(due, async (address) => ({
    tenantId: address.tenantId,
    address,
    step: stepOf(address, now),
    messageId: newMessageId(ctx),
  }));
  await ctx.db.ofMany(settled, (tx, together) => settle(tx, together, now));
  return settled.length === settledAtOnce;
}

/** An address that starts to get digests gets its first one at the next due time. */
const stepOf = (address: DueAddress, now: Date) =>
  address.digestClock === null
    ? null
    : digestStep(
        { ...clockOf(address), hour: address.hour },
        { now, lastDay: address.lastDay, hadDigest: address.hadDigest },
      );
