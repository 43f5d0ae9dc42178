import * as z from 'zod/mini';
import { malformedAnswer, maybe, parseAnswer, parseMembers } from '../marketplace/answers/answer.ts';
import { isRefused } from '../marketplace/external-error.ts';
import { service, type PageCaller } from './page-caller.ts';
import { readableText } from './page-text.ts';
import type { SearchQuestion, SearchResults } from './pages.ts';
import { creditsOf, requestInfo, whyFailed } from './rainforest-answer.ts';

const row = z.object({
  /** The position of the result on its page. */
  position: maybe(z.number()),
  position_overall: maybe(z.number()),
  asin: z.string(),
  sponsored: maybe(z.boolean()),
  is_carousel: maybe(z.boolean()),
  carousel: maybe(z.unknown()),
});
const pages = z.object({ total_results: maybe(z.number()), total_pages: maybe(z.number()) });
const answer = z.object({
  request_info: requestInfo,
  search_results: maybe(z.array(z.unknown())),
  pagination: maybe(pages),
});

/** Enough for 150 results: 22 rows are the fewest observed on a page. */
const mostPages = 7;

/**
 * Reads one page after the other, because each costs a credit, until all wanted products or enough results are found.
 */
export async function searchRainforest(caller: PageCaller, question: SearchQuestion): Promise<SearchResults> {
  const asins = new Set<string>();
  let areAll = false;
  for (let number = 1; number <= mostPages; number += 1) {
    const page = await resultPage(caller, question, number);
    if ('reason' in page) return page;
    if (number === 1 && page.asins.length === 0 && page.totalResults !== 0) return { reason: 'the page is empty' };
    for (const asin of page.asins) asins.add(asin);
    const isFound = question.wanted.every((asin) => asins.has(asin));
    areAll = page.lastPage !== null && number >= page.lastPage;
    if (isFound || areAll || asins.size >= question.upTo || page.asins.length === 0) break;
  }
  return { asins: [...asins].slice(0, question.upTo), areAll };
}

interface ResultPage {
  readonly asins: readonly string[];
  readonly totalResults: number | null;
  readonly lastPage: number | null;
}

async function resultPage(
  caller: PageCaller,
  { keyword, place, signal, paid }: SearchQuestion,
  number: number,
): Promise<ResultPage | { readonly reason: string }> {
  const query = { type: 'search', search_term: keyword, amazon_domain: place.domain, page: String(number) };
  try {
    const body = await caller.get('/request', query, signal);
    paid(creditsOf(body));
    return readResultPage(body);
  } catch (error) {
    if (isRefused(error)) return { reason: error.message };
    throw error;
  }
}

function readResultPage(body: unknown): ResultPage | { readonly reason: string } {
  const { request_info: info, search_results: list, pagination } = parseAnswer(service, answer, body);
  const failed = whyFailed(info);
  if (failed !== null) return { reason: readableText(failed, 200) };
  if (list === null && pagination?.total_results !== 0) throw malformedAnswer(service, 'no list of results');
  const rows = parseMembers(row, list ?? [])
    .members.filter((one) => one.sponsored !== true && one.is_carousel !== true && one.carousel === null)
    .toSorted((a, b) => placeOf(a) - placeOf(b));
  return {
    asins: rows.map(({ asin }) => asin),
    totalResults: pagination?.total_results ?? null,
    lastPage: pagination?.total_pages ?? (pagination?.total_results === 0 ? 1 : null),
  };
}

const placeOf = (one: z.output<typeof row>): number => one.position_overall ?? one.position ?? 0;
