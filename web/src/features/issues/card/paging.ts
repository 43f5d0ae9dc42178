interface Page<T> {
  readonly rows: readonly T[];
  /** Zero-based, always an existing page. */
  readonly page: number;
  readonly pages: number;
}

/** The number of rows on one page of a card's list. */
export const rowsPerPage = 20;

/** The number of rows of a card that are printed, on twelve sheets or so. */
export const mostPrintedRows = 100;

/** Pages are zero-based here and shown from 1 on; a page that no longer exists becomes the last one. */
export function pageOf<T>(rows: readonly T[], wanted: number, size = rowsPerPage): Page<T> {
  const pages = Math.max(1, Math.ceil(rows.length / size));
  const page = Math.min(Math.max(0, wanted), pages - 1);
  return { rows: rows.slice(page * size, (page + 1) * size), page, pages };
}
