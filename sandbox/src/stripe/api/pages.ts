import { badRequest, notFound } from './stripe-error.ts';

interface ListRequest {
  readonly limit?: number | undefined;
  readonly starting_after?: string | undefined;
  readonly ending_before?: string | undefined;
}

type Range = { readonly [bound in 'gt' | 'gte' | 'lt' | 'lte']?: number | undefined };

/** One page of a list that is sorted newest first. */
export function pageOf<T extends { readonly id: string }>(rows: readonly T[], url: string, request: ListRequest) {
  const { limit = 10, starting_after, ending_before } = request;
  if (limit < 1 || limit > 100) throw badRequest('Invalid limit: must be between 1 and 100', { param: 'limit' });
  const from = starting_after === undefined ? 0 : placeOf(rows, starting_after, 'starting_after') + 1;
  const until = ending_before === undefined ? rows.length : placeOf(rows, ending_before, 'ending_before');
  const begin = ending_before === undefined ? from : Math.max(from, until - limit);
  const data = rows.slice(begin, Math.min(until, begin + limit));
  const has_more = ending_before === undefined ? begin + limit < until : begin > from;
  return { object: 'list' as const, data, has_more, url };
}

function placeOf(rows: readonly { readonly id: string }[], id: string, param: string): number {
  const place = rows.findIndex((row) => row.id === id);
  if (place === -1) throw notFound('object', id, { param, status: 400 });
  return place;
}

/** Whether an object was created at the given second or within the given range. */
export function isCreatedIn(created: number, wanted: number | Range | undefined): boolean {
  if (wanted === undefined) return true;
  if (typeof wanted === 'number') return created === wanted;
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = wanted;
  return created > gt && created >= gte && created < lt && created <= lte;
}
