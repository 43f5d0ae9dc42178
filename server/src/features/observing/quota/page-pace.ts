import type { Context } from '../../../context.ts';
import { pageProviders } from '../../../external/pages/pages.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { checkMinutes } from '../sweeping/due/pace.ts';
import { pageBudgets, type PageBudget, type PageNeeds, type PagePurpose } from './page-budget.ts';
import { loadPageNeeds } from './page-budget-queries.ts';

type PageConfig = Pick<Context['config'], 'pages' | 'checkSpeedup'>;

/** The purpose of the pages that each source asks for. */
export const purposeOfSource: ReadonlyMap<string, PagePurpose> = new Map([
  ['product-pages', 'products'],
  ['search-pages', 'searches'],
]);

type Budgets = Readonly<Record<PagePurpose, PageBudget>>;

/** The budgets that the tenant's credits pay for; `null` if no provider of pages is configured. */
export const loadPageBudgets = async (tx: Tx, config: PageConfig, tenantId: string): Promise<Budgets | null> =>
  config.pages && budgetsFor(await loadPageNeeds(tx, tenantId), config);

/** The budgets of a tenant with the default allowance. They do not depend on the number of products or keywords. */
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

/** The shortest interval between two passes of a source of pages; 0 for other sources. */
export async function leastPaceMs(
  tx: Tx,
  config: PageConfig,
  { tenantId, source }: { readonly tenantId: string; readonly source: string },
): Promise<number> {
  const purpose = purposeOfSource.get(source);
  const budgets = purpose ? await loadPageBudgets(tx, config, tenantId) : null;
  return purpose && budgets ? budgets[purpose].everyMs : 0;
}
