/** The columns of /table. Unknown values come last in either direction, and prices are sorted within their currency. */
export const tableColumns = ['product', 'stock', 'price'] as const;
export type TableColumn = (typeof tableColumns)[number];
export const tableSorts = tableColumns.flatMap((column) => [column, `-${column}`] as const);
export type TableSort = (typeof tableSorts)[number];
