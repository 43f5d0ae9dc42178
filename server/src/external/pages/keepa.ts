import type { Marketplace } from '@app/shared/base/marketplaces.ts';
import * as z from 'zod/mini';
import { maybe, parseAnswer, type Members, type Refusal } from '../marketplace/answers/answer.ts';
import { isRefused } from '../marketplace/external-error.ts';
import { createPageCaller, service, type PageCaller, type PageCallerOptions } from './page-caller.ts';
import type { ProductPage, ProductsQuestion, RetailPages, SearchQuestion, SearchResults } from './pages.ts';

/** Keepa's numbers for the marketplaces. It does not support the Netherlands. */
const domains: Readonly<Record<string, number>> = {
  US: 1,
  UK: 2,
  DE: 3,
  FR: 4,
  CA: 6,
  IT: 8,
  ES: 9,
  IN: 10,
  MX: 11,
  BR: 12,
};
/** Keepa refreshes data older than this; requiring live data would cost more. */
const maxAgeHours = '2';
const resultsPerPage = 10;
const lastPage = 9;

const tokens = z.object({ tokensConsumed: maybe(z.number()) });
const products = z.object({ products: z.array(z.unknown()) });
const results = z.object({ asinList: z.array(z.string()) });

/** Keepa provides ratings and the order of search results, but neither reviews nor badges. */
export function createKeepa({ url, key, ...ports }: Omit<PageCallerOptions, 'key'> & { key: string }): RetailPages {
  const caller = createPageCaller({ url, key: ['key', key], ...ports });
  return {
    products: (question) => productPages(caller, question),
    search: (question) => search(caller, question),
  };
}

const unknownPlace = ({ domain }: Marketplace): string => `the provider does not know ${domain}`;

async function productPages(
  caller: PageCaller,
  { asins, place, signal, paid }: ProductsQuestion,
): Promise<Members<ProductPage>> {
  const domain = domains[place.code];
  if (!domain) return { members: [], refusals: asins.map((asin) => ({ subject: asin, reason: unknownPlace(place) })) };
  const query = { domain: String(domain), asin: asins.join(','), stats: '1', rating: '1', history: '0' };
  const body = await caller.get('/product', { ...query, update: maxAgeHours }, signal);
  paid(costOf(body, asins.length));
  const read = parseAnswer(service, products, body).products.map(readKeepaProduct);
  const members = read.filter((page) => page !== null).filter(({ asin }) => asins.includes(asin));
  const answered = new Set(members.map(({ asin }) => asin));
  const missing = asins.filter((asin) => !answered.has(asin));
  return { members, refusals: missing.map(unknownProduct) };
}

const unknownProduct = (subject: string): Refusal => ({ subject, reason: 'the provider knows nothing of it' });

/** Returns ten results per page and at most a hundred, in the marketplace's order and without sponsored ones. */
async function search(caller: PageCaller, question: SearchQuestion): Promise<SearchResults> {
  const { keyword: term, place, wanted, upTo, signal, paid } = question;
  const domain = domains[place.code];
  if (!domain) return { reason: unknownPlace(place) };
  const asins = new Set<string>();
  for (let page = 0; page <= lastPage; page += 1) {
    const query = { domain: String(domain), type: 'product', term, page: String(page), 'asins-only': '1' };
    const body = await caller.get('/search', query, signal).catch(refusalOf);
    if (typeof body === 'string') return { reason: body };
    paid(costOf(body, resultsPerPage));
    const list = parseAnswer(service, results, body).asinList;
    for (const asin of list) asins.add(asin);
    const isFound = wanted.every((asin) => asins.has(asin));
    if (isFound || asins.size >= upTo || list.length < resultsPerPage) break;
  }
  return { asins: [...asins].slice(0, upTo), areAll: false };
}

function refusalOf(error: unknown): string {
  if (isRefused(error)) return error.message;
  throw error;
}

const costOf = (body: unknown, usual: number): number => tokens.safeParse(body).data?.tokensConsumed ?? usual;

/** Positions in Keepa's list of numbers: the rating in tenths of a star, and the number of ratings. */
const ratingAt = 16;
const countAt = 17;

const product = z.object({
  asin: z.string(),
  /** One current number per position; -1 means none. */
  stats: maybe(z.object({ current: maybe(z.array(z.nullable(z.number()))) })),
  /** One history per position: time, value, time, value. */
  csv: maybe(z.array(z.nullable(z.array(z.nullable(z.number()))))),
});

/** Returns `null` for a malformed product or one without a known rating. */
function readKeepaProduct(given: unknown): ProductPage | null {
  const parsed = product.safeParse(given);
  if (!parsed.success) return null;
  const { asin, stats, csv } = parsed.data;
  const latest = (at: number): number | null => {
    const value = stats?.current?.[at] ?? csv?.[at]?.at(-1) ?? null;
    return value === null || value < 0 || !Number.isSafeInteger(Math.round(value)) ? null : Math.round(value);
  };
  const [tenths, count] = [latest(ratingAt), latest(countAt)];
  if (tenths === null && count === null) return null;
  return { asin, rating: { tenths, count, byStars: null }, reviews: null, badges: null, seller: null };
}
