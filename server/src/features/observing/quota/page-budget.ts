import { dayMs } from '@app/shared/base/time.ts';
/** The purposes of retail pages. Each has its own allowance. */
export type PagePurpose = 'products' | 'searches';

/** The needs of one tenant. */
export interface PageNeeds {
  /** The number of tracked products. */
  readonly products: number;
  /** The number of search phrases, each counted once per marketplace of a seller account. */
  readonly keywords: number;
  /** Credits a day, if an operator has set them. */
  readonly ownAllowance: number | null;
}

/** Prices and wanted frequencies. */
interface PageTerms {
  readonly creditsPerProduct: number;
  readonly creditsPerKeyword: number;
  readonly creditsPerSearch: number;
  readonly wantedMinutes: Readonly<Record<PagePurpose, number>>;
  readonly speedup: number;
}

export interface PageBudget {
  /** Number of credits per day. */
  readonly credits: number;
  /** The shortest interval between passes that the credits pay for. */
  readonly everyMs: number;
}

const dayMinutes = 1440;
/** If there is no allowance, the next pass is scheduled after this time, to check whether there is one then. */
const longestMs = 30 * dayMs;

/**
 * Divides a tenant's credits. A purpose gets no more than its wanted frequency needs, and the other may use the rest.
 * Passes are spaced so that the credits last and no pass stops in the middle of a day.
 */
export function pageBudgets(needs: PageNeeds, terms: PageTerms): Readonly<Record<PagePurpose, PageBudget>> {
  const own = {
    products: needs.products * terms.creditsPerProduct,
    searches: needs.keywords * terms.creditsPerKeyword,
  };
  const total = needs.ownAllowance ?? own.products + own.searches;
  const perPass = { products: needs.products, searches: needs.keywords * terms.creditsPerSearch };
  const wanted = (purpose: PagePurpose): number => (perPass[purpose] * dayMinutes) / terms.wantedMinutes[purpose];
  const share = own.products + own.searches === 0 ? 0 : own.searches / (own.products + own.searches);
  const products = Math.min(wanted('products'), total - Math.min(wanted('searches'), total * share));
  const searches = Math.min(wanted('searches'), total - products);
  return {
    products: budgetOf(products, perPass.products, terms.speedup),
    // Credits that neither purpose needs pay for the first searches of new phrases.
    searches: { ...budgetOf(searches, perPass.searches, terms.speedup), credits: (total - products) * terms.speedup },
  };
}

/** A speed-up multiplies the credits of a day and divides the interval. */
const budgetOf = (credits: number, perPass: number, speedup: number): PageBudget => ({
  credits: credits * speedup,
  everyMs: perPass === 0 ? 0 : Math.min(longestMs, (perPass * dayMs) / credits) / speedup,
});
