import { dayMs } from '@app/shared/base/time.ts';
/** What pages are asked for; each has an allowance of its own. */
export type PagePurpose = 'products' | 'searches';

/** Of one tenant. */
export interface PageNeeds {
  /** Products that are tracked. */
  readonly products: number;
  /** Phrases that are looked for, each once per marketplace of a seller account. */
  readonly keywords: number;
  /** Credits a day, where an operator has set them. */
  readonly ownAllowance: number | null;
}

/** What things cost and how often they are wanted. */
export interface PageTerms {
  readonly creditsPerProduct: number;
  readonly creditsPerKeyword: number;
  readonly creditsPerSearch: number;
  readonly wantedMinutes: Readonly<Record<PagePurpose, number>>;
  readonly speedup: number;
}

export interface PageBudget {
  /** Credits a day. */
  readonly credits: number;
  /** The shortest time from one pass to the next that the credits last for. */
  readonly everyMs: number;
}

const dayMinutes = 1440;
/** Where there is no allowance at all, it is looked at again after so long whether there is. */
const longestMs = 30 * dayMs;

/**
 * Divides a tenant's credits. A purpose gets no more than its wanted frequency needs; what it leaves, the other may use.
 * A pass follows the other at a distance that the credits last for, so that none stops in the middle of a day.
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
    // What nobody needs serves phrases that are new.
    searches: { ...budgetOf(searches, perPass.searches, terms.speedup), credits: (total - products) * terms.speedup },
  };
}

/** Time that passes faster is worth more of everything. */
const budgetOf = (credits: number, perPass: number, speedup: number): PageBudget => ({
  credits: credits * speedup,
  everyMs: perPass === 0 ? 0 : Math.min(longestMs, (perPass * dayMs) / credits) / speedup,
});
