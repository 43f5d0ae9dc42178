import { messageOfError } from '@app/shared/base/thrown.ts';
import { ExternalError } from '../marketplace/external-error.ts';
import type { Members, Refusal } from '../marketplace/answers/answer.ts';
import { createPageCaller, type PageCaller, type PageCallerOptions } from './page-caller.ts';
import type { ProductPage, ProductsQuestion, RetailPages } from './pages.ts';
import { creditsOf } from './rainforest-answer.ts';
import { readProductPage } from './rainforest-product.ts';
import { searchRainforest } from './rainforest-search.ts';

/** Rainforest returns one page per call. */
export function createRainforest({
  url,
  key,
  ...ports
}: Omit<PageCallerOptions, 'key'> & { key: string }): RetailPages {
  const caller = createPageCaller({ url, key: ['api_key', key], ...ports });
  return {
    products: (question) => productPages(caller, question),
    search: (question) => searchRainforest(caller, question),
  };
}

/**
 * Requests all pages at the same time, because each takes seconds. A failure that concerns one page does not affect the
 * others.
 */
async function productPages(caller: PageCaller, question: ProductsQuestion): Promise<Members<ProductPage>> {
  const settled = await Promise.allSettled(question.asins.map((asin) => productPage(caller, question, asin)));
  const failures = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
  const decisive =
    failures.find((failure) => !isOfOnePage(failure)) ?? (failures.length === settled.length && failures[0]);
  if (decisive) throw decisive;
  const members: ProductPage[] = [];
  const refusals: Refusal[] = [];
  for (const [index, one] of settled.entries()) {
    const subject = question.asins[index] ?? '';
    if (one.status === 'rejected') refusals.push({ subject, reason: messageOfError(one.reason) });
    else if ('reason' in one.value) refusals.push({ subject, reason: one.value.reason });
    else members.push(one.value);
  }
  return { members, refusals };
}

/**
 * An invalid key or missing credits affect every page; a missing answer or a rejected request may affect one page
 * only.
 */
const isOfOnePage = (failure: unknown): boolean =>
  failure instanceof ExternalError && (!failure.isPermanent || failure.status === 400 || failure.status === 404);

async function productPage(
  caller: PageCaller,
  { place, signal, paid }: ProductsQuestion,
  asin: string,
): Promise<ProductPage | Pick<Refusal, 'reason'>> {
  const body = await caller.get('/request', { type: 'product', asin, amazon_domain: place.domain }, signal);
  paid(creditsOf(body));
  return readProductPage(body, asin);
}
