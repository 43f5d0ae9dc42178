import type { Context } from '../../../context.ts';
import { pageProviders } from '../../../external/pages/pages.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { checkMinutes } from '../sweeping/pace.ts';
import { pageBudgets, type PageBudget, type PageNeeds, type PagePurpose } from './page-budget.ts';
import { loadPageNeeds } from './page-budget-queries.ts';

type PageConfig = Pick<Context['config'], 'pages' | 'checkSpeedup'>;

/** The purpose of the pages that each source asks for. */
export const purposeOfSource: ReadonlyMap<string, PagePurpose> = new Map([
  ['product-pages', 'products'],
  ['search-pages', 'searches'],
]);

type Budgets = Readonly<Record<PagePurpose, PageBudget>>;

/** What a tenant's credits allow at present; `null` where no provider is configured. */
export const loadPageBudgets = async (tx: Tx, config: PageConfig, tenantId: string): Promise<Budgets | null> =>
  config.pages && budgetsFor(await loadPageNeeds(tx, tenantId), config);

/** What credits allow where nothing is special: the same however much there is of each. */
export const usualBudgets = (config: PageConfig): Budgets | null =>
  budgetsFor({ products: 1, keywords: 1, ownAllowance: null }, config);

function budgetsFor(needs: PageNeeds, { pages, checkSpeedup }: PageConfig): Budgets | null {
  if (!pages) return null;
  return pageBudgets(needs, {
    creditsPerProduct: pages.creditsPerProduct,
    creditsPerKeyword: pages.creditsPerKeyword,
    creditsPerSearch: pageProviders[pages.provider].creditsPerSearch,
    wantedMinutes: {
      products: checkMinutes({ aspects: ['reviews', 'rating', 'badges'] }),
      searches: checkMinutes({ aspects: ['searchRank'] }),
    },
    speedup: checkSpeedup,
  });
}

/** The least time between two passes of a source that has to be paid for; 0 for others. */
export async function leastPaceMs(
  tx: Tx,
  config: PageConfig,
  { tenantId, source }: { readonly tenantId: string; readonly source: string },
): Promise<number> {
  const purpose = purposeOfSource.get(source);
  const budgets = purpose ? await loadPageBudgets(tx, config, tenantId) : null;
  return purpose && budgets ? budgets[purpose].everyMs : 0;
}
