/** A field that is null until something sets it. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it gives the null a wider type
export const none = <T>(): T | null => null;

export type Metadata = Readonly<Record<string, string>>;

/** Applies a change of metadata: an empty value deletes its key, null deletes all. */
export function changedMetadata(before: Metadata, change: Metadata | null | undefined): Metadata {
  if (change === null) return {};
  const merged = Object.entries({ ...before, ...change });
  return Object.fromEntries(merged.filter(([, value]) => value !== ''));
}

export interface Row {
  readonly id: string;
  readonly object: string;
}

/** The objects of one kind in order of creation. */
export class Rows<T extends Row> {
  readonly #rows = new Map<string, T>();

  add(row: T): T {
    this.#rows.set(row.id, row);
    return row;
  }

  find(id: string | null | undefined): T | undefined {
    return id === null || id === undefined ? undefined : this.#rows.get(id);
  }

  delete(id: string): void {
    this.#rows.delete(id);
  }

  newestFirst(isWanted: (row: T) => boolean = () => true): T[] {
    return [...this.#rows.values()].filter((row) => isWanted(row)).toReversed();
  }
}

export interface Birth {
  readonly id: string;
  /** Seconds since 1970 by the sandbox's clock. */
  readonly created: number;
}
