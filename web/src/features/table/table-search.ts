import { tableColumns, tableSorts, type TableColumn, type TableSort } from '@app/shared/domain/table-sorts.ts';
import { parseHomeSearch, type HomeSearch } from '../../world/home-search.ts';

/** The parameters in the table's address: the dashboard's filters, and the page, counted from 1. */
export interface TableSearch extends Omit<HomeSearch, 'view'> {
  readonly page?: number;
  /** The sorted column; absent for the order in which the products were found. */
  readonly sort?: TableSort | undefined;
}

export function parseTableSearch(search: Readonly<Record<string, unknown>>): TableSearch {
  const filters = parseHomeSearch({ ...search, view: undefined });
  const page = Math.trunc(Number(search['page']));
  const sort = tableSorts.find((one) => one === search['sort']);
  return {
    ...filters,
    ...(sort !== undefined && { sort }),
    ...(page > 1 && page <= 1_000_000 && { page }),
  };
}

/** True if the filters leave products out. */
export const isFiltered = ({ q = '', accounts = [], markets = [] }: TableSearch): boolean =>
  q.trim() !== '' || accounts.length > 0 || markets.length > 0;

export interface TableOrder {
  readonly by: TableColumn | 'problems';
  readonly isDescending: boolean;
}

/**
 * Returns the order that the headers of the table show; `null` if no header is marked. Problems on top is an order of
 * its own.
 */
export function orderOf({ sort, problems = true }: TableSearch): TableOrder | null {
  if (sort === undefined) return problems ? { by: 'problems', isDescending: true } : null;
  const by = tableColumns.find((column) => sort.endsWith(column)) ?? 'product';
  return { by, isDescending: sort.startsWith('-') };
}

/** The first click on a column sorts in its most useful direction, the next one in the other. */
export function sortBy(search: TableSearch, by: TableOrder['by']): Partial<TableSearch> {
  if (by === 'problems') return { sort: undefined, problems: true };
  const order = orderOf(search);
  const isDescending = order?.by === by ? !order.isDescending : by === 'stock';
  return { sort: isDescending ? `-${by}` : by, problems: false };
}
