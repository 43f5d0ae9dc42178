import type { Marketplace } from '@app/shared/base/marketplaces.ts';
import type { Aspect, BadgesFacts, RatingFacts, ReviewsFacts } from '@app/shared/watchdogs/facts/observations.ts';
import type { Members, Refusal } from '../marketplace/answers/answer.ts';

/** The marketplace's public pages, from a provider that charges per page. All methods throw ExternalError. */
export interface RetailPages {
  /** Pages that are missing, belong to another product or failed are refusals; the others are returned. */
  products(question: ProductsQuestion): Promise<ProductPages>;
  search(question: SearchQuestion): Promise<SearchResults>;
}

interface ProductPages extends Members<ProductPage> {
  /** The requested ASINs that were not asked for, because the allowance ended at the first of them. */
  readonly unasked?: readonly string[];
}

interface PageQuestion {
  readonly place: Marketplace;
  readonly signal?: AbortSignal;
  /** Called with the cost of each answer in the provider's credits, including answers before a failure. */
  paid(credits: number): void;
}

export interface ProductsQuestion extends PageQuestion {
  /** The requested ASINs, without duplicates. */
  readonly asins: readonly string[];
}

export interface SearchQuestion extends PageQuestion {
  readonly keyword: string;
  /** The ASINs to be found. Once all of them are found, no further page is paid for. */
  readonly wanted: readonly string[];
  /** The search stops after this many results that are not sponsored. */
  readonly upTo: number;
}

/** A part that the page does not contain is `null`. */
export interface ProductPage {
  readonly asin: string;
  readonly reviews: ReviewsFacts | null;
  readonly rating: RatingFacts | null;
  readonly badges: BadgesFacts | null;
  /** The third party who has the buy box. */
  readonly seller: { readonly sellerId: string; readonly name: string } | null;
}

/**
 * Each product once in the order of the results, without sponsored ones; or the reason why the results are not
 * trusted.
 */
export type SearchResults = FoundProducts | Pick<Refusal, 'reason'>;

interface FoundProducts {
  readonly asins: readonly string[];
  /** Whether the list is complete. */
  readonly areAll: boolean;
}

export type PageProvider = 'rainforest' | 'keepa';

interface ProviderFacts {
  readonly tells: readonly Aspect[];
  /** The cost of a search through 150 results, or through all if there are fewer. */
  readonly creditsPerSearch: number;
}

/**
 * Rainforest charges one credit per page of about 48 results. Keepa charges one token per product and ten per ten
 * results, at most 100 per search.
 */
export const pageProviders: Readonly<Record<PageProvider, ProviderFacts>> = {
  rainforest: { tells: ['reviews', 'rating', 'badges', 'searchRank'], creditsPerSearch: 4 },
  keepa: { tells: ['rating', 'searchRank'], creditsPerSearch: 100 },
};
