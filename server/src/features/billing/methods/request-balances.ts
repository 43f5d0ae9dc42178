import { dayMs, minuteMs } from '@app/shared/base/time.ts';
import { startOfDay } from '@app/shared/base/calendar-day.ts';
import type { Context } from '../../../context.ts';
import type { Payments } from '../../../external/stripe/payments.ts';
import { ExternalError } from '../../../external/marketplace/external-error.ts';
import { everyTurn } from '../../../lib/jobs/tenant-turns.ts';
import { claimDueBalances, planBalance, type DueBalance } from './balance-queries.ts';

interface BalanceContext extends Pick<Context, 'db' | 'clock' | 'log'> {
  readonly payments: Payments;
}

/**
 * A balance is requested this long before a bill: a transfer from another account arrives within this time, so that the
 * owner can still add funds.
 */
const aheadMs = 5 * dayMs;
/** The least time between two requests for one account, because each request costs a fee. */
const repeatMs = 2 * dayMs;
const putOffMs = 15 * minuteMs;
const leaseMs = 2 * minuteMs;
const batchSize = 20;

/**
 * Asks banks for the balance of the accounts that the next bills are debited from: when an account is saved, and in the
 * days before a bill. The answer comes as an event. True if more are due.
 */
export async function requestBalances(ctx: BalanceContext, turns = everyTurn): Promise<boolean> {
  const now = ctx.clock.now();
  const leaseEnd = new Date(now.getTime() + leaseMs);
  const due = await ctx.db.acrossTenants((db) => claimDueBalances(db, { now, leaseEnd, most: batchSize }));
  await turns.each(due, async (account) => {
    // If the provider is slow, the lease may end before the turn of an account; another process may then have claimed
    // the account.
    if (ctx.clock.now() < leaseEnd) await requestBalance(ctx, account);
  });
  return due.length === batchSize;
}

async function requestBalance(ctx: BalanceContext, account: DueBalance): Promise<void> {
  const { tenantId, methodId, bankLinkId } = account;
  try {
    await ctx.payments.methods.requestBalance(bankLinkId);
    await plan(ctx, account, nextRequest(account, ctx.clock.now()));
  } catch (error) {
    if (!(error instanceof ExternalError)) throw error;
    // An account that its bank does not connect any more may be linked again.
    const waitMs = error.isPermanent ? repeatMs : putOffMs;
    ctx.log.warn({ err: error, tenantId, methodId, waitMs }, 'the balance of a bank account could not be asked for');
    await plan(ctx, account, new Date(ctx.clock.now().getTime() + waitMs));
  }
}

const plan = ({ db }: BalanceContext, account: DueBalance, at: Date): Promise<void> =>
  db.tenant(account.tenantId, (tx) => planBalance(tx, account, at));

function nextRequest({ nextBillOn }: DueBalance, now: Date): Date {
  const ahead = startOfDay(nextBillOn).getTime() - aheadMs;
  return new Date(Math.max(ahead, now.getTime() + repeatMs));
}
