import { parseHomeSearch, type HomeSearch } from '../../world/home-search.ts';

/** The parameters in the table's address: the dashboard's filters, and the page, counted from 1. */
export interface TableSearch extends Omit<HomeSearch, 'view'> {
  readonly page?: number;
}

export function parseTableSearch(search: Readonly<Record<string, unknown>>): TableSearch {
  const filters = parseHomeSearch({ ...search, view: undefined });
  const page = Math.trunc(Number(search['page']));
  return page > 1 && page <= 1_000_000 ? { ...filters, page } : filters;
}
