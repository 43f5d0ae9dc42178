export interface Page<T> {
  readonly rows: readonly T[];
  /** Zero-based, always one that exists. */
  readonly page: number;
  readonly pages: number;
}

/** Rows of one page of a card's list. */
export const rowsPerPage = 20;

/** Pages are zero-based inside and shown 1-based; a page that no longer exists becomes the last one. */
export function pageOf<T>(rows: readonly T[], wanted: number, size = rowsPerPage): Page<T> {
  const pages = Math.max(1, Math.ceil(rows.length / size));
  const page = Math.min(Math.max(0, wanted), pages - 1);
  return { rows: rows.slice(page * size, (page + 1) * size), page, pages };
}
