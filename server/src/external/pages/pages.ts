import type { Marketplace } from '@app/shared/base/marketplaces.ts';
import type { Aspect, BadgesFacts, RatingFacts, ReviewsFacts } from '@app/shared/watchdogs/facts/observations.ts';
import type { Members, Refusal } from '../marketplace/answer.ts';

/** The pages that customers see, told by a provider who is paid by the page. All throw ExternalError. */
export interface RetailPages {
  /** Pages that are not there, are of another product or did not come are refusals; the others are told. */
  products(question: ProductsQuestion): Promise<Members<ProductPage>>;
  search(question: SearchQuestion): Promise<SearchResults>;
}

interface PageQuestion {
  readonly place: Marketplace;
  readonly signal?: AbortSignal;
  /** Hears what each answer has cost, in the provider's credits, also of those before a failure. */
  paid(credits: number): void;
}

export interface ProductsQuestion extends PageQuestion {
  /** Each once. */
  readonly asins: readonly string[];
}

export interface SearchQuestion extends PageQuestion {
  readonly keyword: string;
  /** When all of these are found, no further page is paid for. */
  readonly wanted: readonly string[];
  /** So many results that nobody paid for are enough. */
  readonly upTo: number;
}

/** A part that the page does not tell is `null`. */
export interface ProductPage {
  readonly asin: string;
  readonly reviews: ReviewsFacts | null;
  readonly rating: RatingFacts | null;
  readonly badges: BadgesFacts | null;
}

/** Each product once, the best first, without those that somebody paid for; or why the results are not believed. */
export type SearchResults = Found | Pick<Refusal, 'reason'>;

interface Found {
  readonly asins: readonly string[];
  /** Whether there are no others. */
  readonly areAll: boolean;
}

export type PageProvider = 'rainforest' | 'keepa';

interface ProviderFacts {
  readonly tells: readonly Aspect[];
  /** What a search costs that goes through 150 results, or as many as there are. */
  readonly creditsPerSearch: number;
}

/** Rainforest: a credit a page, of about 48 results. Keepa: a token a product, ten for ten results, 100 at most. */
export const pageProviders: Readonly<Record<PageProvider, ProviderFacts>> = {
  rainforest: { tells: ['reviews', 'rating', 'badges', 'searchRank'], creditsPerSearch: 4 },
  keepa: { tells: ['rating', 'searchRank'], creditsPerSearch: 100 },
};
