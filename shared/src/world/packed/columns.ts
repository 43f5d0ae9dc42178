type Row = Record<string, unknown>;

/** The values of one field in all rows: a single value if all rows have the same, otherwise one value per row. */
export type Column = { readonly all: unknown } | { readonly each: readonly unknown[] };

/**
 * Rows that are stored by column. Each field name occurs once and similar values are adjacent, so the text compresses
 * to a fifth.
 */
export interface Columns {
  readonly count: number;
  readonly fields: Readonly<Record<string, Column>>;
}

/** The fields of a row: for each name, a function that reads the value from the source object. */
export type Fields<T> = Readonly<Record<string, (value: T) => unknown>>;

/** The type of the rows that these fields produce. */
export type RowOf<F extends Fields<never>> = { readonly [Name in keyof F]: ReturnType<F[Name]> };

type Unchanged<T, Name extends keyof T> = { readonly [N in Name]: (value: T) => T[N] };

/**
 * Declares fields that are stored as they are. The cast is needed because `Object.fromEntries` loses which name has
 * which function.
 */
export const unchanged =
  <T>() =>
  <Name extends keyof T & string>(...names: readonly Name[]): Unchanged<T, Name> =>
    Object.fromEntries(names.map((name) => [name, (value: T) => value[name]])) as Unchanged<T, Name>;

/**
 * Packs values by columns. It reads field by field, because building rows of thirty fields first would take most of the
 * time.
 */
export function toColumns<T>(values: readonly T[], fields: Fields<T>): Columns {
  const columns = Object.entries(fields).map(([name, read]) => [name, columnOf(values, read)] as const);
  return { count: values.length, fields: values.length === 0 ? {} : Object.fromEntries(columns) };
}

export function columnOf<T>(values: readonly T[], read: (value: T) => unknown): Column {
  const each = values.map(read);
  const [first] = each;
  const isPlain = typeof first !== 'object' || first === null;
  const text = isPlain ? '' : JSON.stringify(first);
  const isFirst = (value: unknown): boolean => value === first || (!isPlain && JSON.stringify(value) === text);
  return each.every(isFirst) ? { all: first } : { each };
}

/**
 * Unpacks rows. `added` contains further fields that the caller sets in each row afterwards. All rows are copies of one
 * object with every field, because an engine moves the values of an object several times if its fields are added one by
 * one.
 */
export function fromColumns({ count, fields }: Columns, added: Readonly<Row> = {}): Row[] {
  const columns = Object.entries(fields);
  const shared: Row = {};
  for (const [name, column] of columns) shared[name] = 'all' in column ? column.all : null;
  const every = { ...added, ...shared };
  const rows = Array.from({ length: count }, () => ({ ...every }));
  for (const [name, column] of columns) if ('each' in column) setInEach(rows, name, column.each);
  return rows;
}

/** Sets one field in all rows, so that the engine sees a single field name and a single object shape in each loop. */
function setInEach(rows: readonly Row[], name: string, each: readonly unknown[]): void {
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index];
    if (row) row[name] = each[index];
  }
}

export const valueIn = (column: Column, index: number): unknown => ('all' in column ? column.all : column.each[index]);
