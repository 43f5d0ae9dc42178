import type { Context } from '../../../context.ts';
import { everyTurn, mayHaveMore } from '../../../lib/jobs/tenant-turns.ts';
import { enqueueBillingMail } from '../mails/enqueue-billing-mail.ts';
import { listReachedBudgets, noteBudgetTold, updateCaps } from './budget-queries.ts';

type BudgetContext = Pick<Context, 'db' | 'clock' | 'random' | 'keys' | 'config'>;

const batchSize = 200;

/**
 * Caps tracking for tenants that have reached their budget, and mails owners whose period has reached 50, 80 or 100 %
 * of their limit, once for each step. Returns true if more owners are waiting.
 */
export async function heedBudgets(ctx: BudgetContext, turns = everyTurn): Promise<boolean> {
  await updateCaps(ctx.db.global);
  const reached = await listReachedBudgets(ctx.db.global, batchSize);
  const taken = await turns.each(reached, (budget) =>
    ctx.db.tenant(budget.tenantId, async (tx) => {
      const { tenantId, periodFrom, limitCents, capsTracking, toDateCents } = budget;
      const percent = stepOf(budget.percent);
      if (!(await noteBudgetTold(tx, budget, percent))) return;
      const facts = { percent, limitCents, toDateCents, periodFrom, capsTracking };
      await enqueueBillingMail(ctx, tx, { tenantId, kind: 'budgetReached', ...facts });
    }),
  );
  return mayHaveMore(taken, batchSize);
}

function stepOf(percent: number): 50 | 80 | 100 {
  if (percent >= 100) return 100;
  return percent >= 80 ? 80 : 50;
}
