import type { Marketplace } from '@app/shared/base/marketplaces.ts';
import { hashOf } from '../../world/random.ts';
import { searchResults, type SearchResult } from '../../world/model/search.ts';
import type { World } from '../../world/world.ts';
import { pageMoney } from './page-money.ts';
import type { RequestOf } from './request.ts';

const organicPerPage = 20;

interface Row {
  readonly result: SearchResult;
  readonly isSponsored?: boolean;
  readonly isCarousel?: boolean;
}

/** Returns one page of results, or several in one list with `max_page`, including paid results and carousels. */
export function searchPage(world: World, request: RequestOf<'search'>): object {
  const { amazon_domain: place, page, max_page: last = page, search_term: phrase } = request;
  const results = searchResults(world, place.code, phrase);
  const total_pages = Math.ceil(results.length / organicPerPage);
  const rows: object[] = [];
  for (let number = page; number <= Math.min(last, total_pages); number += 1) {
    const shown = rowsOf(results, { number, phrase }).filter(
      (row) => request.exclude_sponsored !== 'true' || !row.isSponsored,
    );
    for (const [index, row] of shown.entries()) {
      const overall = request.max_page === undefined ? {} : { page: number, position_overall: rows.length + 1 };
      rows.push({ position: index + 1, ...overall, ...presentRow(row, place) });
    }
  }
  return {
    search_results: rows,
    pagination: { total_results: results.length, current_page: page, total_pages },
  };
}

/** Adds paid results, two at the top and one in the middle; the same products may also appear as unpaid results. */
function rowsOf(results: readonly SearchResult[], { number, phrase }: { number: number; phrase: string }): Row[] {
  const organic = results.slice((number - 1) * organicPerPage, number * organicPerPage);
  const paid = (nth: number): Row[] => {
    const result = results[hashOf(`${phrase}:${number}:${nth}`) % results.length];
    return result ? [{ result, isSponsored: true }] : [];
  };
  const carousel = organic.slice(-2).map((result) => ({ result, isCarousel: true }));
  const half = organic.length / 2;
  return [
    ...paid(1),
    ...paid(2),
    ...organic.slice(0, half).map((result) => ({ result })),
    ...paid(3),
    ...(number === 1 ? carousel : []),
    ...organic.slice(half).map((result) => ({ result })),
  ];
}

function presentRow({ result, isSponsored, isCarousel }: Row, place: Marketplace): object {
  const { asin, title, product } = result;
  const price = pageMoney(place, result.priceCents);
  return {
    title,
    asin,
    link: `https://www.${place.domain}/dp/${asin}`,
    categories: [{ name: 'All Departments', id: 'aps' }],
    is_prime: true,
    ...(result.ratingCount > 0 && { rating: result.tenths / 10, ratings_total: result.ratingCount }),
    ...(isSponsored && { sponsored: true }),
    ...(isCarousel && { is_carousel: true, carousel: { title: 'Highly rated', id: 'carousel', total_items: 2 } }),
    ...(product && product.choiceKeywords.length > 0 && { amazons_choice: { keywords: product.choiceKeywords[0] } }),
    ...(product?.categoryRank === 1 && { bestseller: { category: product.category.title } }),
    prices: [{ ...price, name: 'Primary', is_primary: true }],
    price,
  };
}
