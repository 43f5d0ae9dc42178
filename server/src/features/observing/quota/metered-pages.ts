import { addDays, dayOf, startOfDay } from '@app/shared/base/calendar-day.ts';
import { OutOfQuota } from '../../../external/marketplace/external-error.ts';
import { service } from '../../../external/pages/page-caller.ts';
import { pageProviders, type RetailPages } from '../../../external/pages/pages.ts';
import type { Context } from '../../../context.ts';
import type { PagePurpose } from './page-budget.ts';
import { claimCredits, settleCredits } from './page-budget-queries.ts';
import { loadPageBudgets } from './page-pace.ts';

type MeteringContext = Pick<Context, 'config' | 'db' | 'clock' | 'pages'>;

/**
 * The retail pages within the allowance of one tenant. Credits are claimed before a request, since several processes
 * ask, and returned if they were not spent. Throws OutOfQuota until the next day once the day's allowance is used up.
 */
export function meteredPages(ctx: MeteringContext, tenantId: string): RetailPages | null {
  const { pages, config } = ctx;
  if (!pages || !config.pages) return null;
  const meter = meterOf(ctx, tenantId);
  const { creditsPerSearch } = pageProviders[config.pages.provider];
  return {
    products: (question) =>
      meter('products', question.asins.length, async ({ granted, paid }) => {
        const answer = await pages.products({ ...question, asins: question.asins.slice(0, granted), paid });
        return { ...answer, unasked: question.asins.slice(granted) };
      }),
    search: (question) => meter('searches', creditsPerSearch, ({ paid }) => pages.search({ ...question, paid })),
  };
}

interface Claim {
  readonly granted: number;
  paid(credits: number): void;
}

function meterOf(ctx: MeteringContext, tenantId: string) {
  // Loaded once per slice: the allowance depends on the number of products, which hardly changes within a slice.
  let limits: ReturnType<typeof loadPageBudgets> | null = null;
  const limitOf = async (purpose: PagePurpose): Promise<number> => {
    limits ??= ctx.db.tenant(tenantId, (tx) => loadPageBudgets(tx, ctx.config, tenantId));
    return (await limits)?.[purpose].credits ?? 0;
  };
  return async function metered<T>(
    purpose: PagePurpose,
    wanted: number,
    ask: (claim: Claim) => Promise<T>,
  ): Promise<T> {
    const now = ctx.clock.now();
    const spending = { day: dayOf(now), purpose };
    const limit = await limitOf(purpose);
    const claimed = await ctx.db.tenant(tenantId, (tx) => claimCredits(tx, tenantId, { ...spending, wanted, limit }));
    if (claimed === 0) throw new OutOfQuota(service, nextDay(now));
    let spent = 0;
    try {
      return await ask({ granted: claimed, paid: (credits) => void (spent += credits) });
    } finally {
      await ctx.db.tenant(tenantId, (tx) => settleCredits(tx, tenantId, { ...spending, claimed, spent }));
    }
  };
}

const nextDay = (now: Date): Date => startOfDay(addDays(dayOf(now), 1));
