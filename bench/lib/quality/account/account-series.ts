/** The observed history of a seller's products. Its form in files is described in `docs/alert-series.md`. */
export interface AccountSeries {
  readonly products: readonly ProductSeries[];
  /** Events that deserved a message; `null` if nobody knows them. */
  readonly incidents: readonly KnownIncident[] | null;
}

export interface ProductSeries {
  readonly product: string;
  readonly marketplace: string;
  readonly brand: string | null;
  /** The holder of the buy box: `own`, `nobody` or a seller id. */
  readonly buyBox: readonly DatedValue<string>[];
  /** Ids of the other sellers. */
  readonly sellers: readonly DatedValue<readonly string[]>[];
  /** The seller's own price in hundredths of the marketplace's currency. */
  readonly prices: readonly DatedValue<number>[];
  readonly ratings: readonly DatedValue<Rating>[];
  /** The orders of consecutive days. */
  readonly orders: readonly OrderDay[];
}

/** One observation of a value; `null` if the observation did not contain the value. */
export interface DatedValue<T> {
  readonly at: Date;
  readonly value: T | null;
}

export interface Rating {
  readonly tenths: number;
  readonly count: number | null;
}

export interface OrderDay {
  readonly day: string;
  /** The units sold on the day; `null` if the sales of the day are not known. */
  readonly units: number | null;
  readonly isInStock: boolean;
  /** The units that a usual day would have sold; `null` in real series, because only a generated series knows them. */
  readonly expected: number | null;
}

export interface KnownIncident {
  readonly product: string;
  readonly kind: string;
  readonly from: Date;
  readonly to: Date;
}

export const own = 'own';
export const nobody = 'nobody';
