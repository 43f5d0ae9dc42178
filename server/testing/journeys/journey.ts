import type { WatchdogType } from '@app/shared/watchdogs/registry.ts';

/** A product as the sandbox describes it. */
export interface SandboxProduct {
  readonly asin: string;
  readonly marketplace: string;
  readonly skus: readonly string[];
  readonly price: number;
  readonly active: boolean;
  readonly otherSellers: number;
  readonly rating: number;
  readonly reviews: number;
  readonly bestSeller: boolean;
  readonly choice: boolean;
  readonly subscribeAndSave: boolean;
  readonly ownQuantity: number | null;
  readonly unitsPerDay: number;
}

export interface SandboxEvent {
  readonly type: string;
  readonly [detail: string]: unknown;
}

/** The results of the journey's events so far, by event type, for example the seller who got the buy box. */
export type Answers = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** An event of the sandbox, or a function that creates it from the product and earlier results. */
export type JourneyEvent = SandboxEvent | ((product: SandboxProduct, answers: Answers) => SandboxEvent);

export interface Turn {
  readonly events: readonly JourneyEvent[];
  readonly becomes: 'ok' | 'warning' | 'alert';
  readonly says: RegExp;
  /** Other kinds for which the same events are rightly news. */
  readonly alongside?: readonly WatchdogType[];
  /** True if the news is too small for a message, or its message is held. */
  readonly isNotMailed?: true;
  /** The days within which the result shows, if it shows only after some days. */
  readonly withinDays?: number;
}

/** Events of one product that make a watchdog raise an alert, report again, and return to ok. */
export interface Journey {
  suits?(product: SandboxProduct): boolean;
  /** Events before the product is connected, so that there is something to lose. */
  readonly given?: readonly JourneyEvent[];
  /** Settings of the item, as stored by the spreadsheet or with the keyword. */
  readonly own?: Readonly<Record<string, unknown>>;
  /** A warning before the alert, for kinds that have warnings. */
  readonly warns?: Turn;
  readonly begins: Turn;
  /** Another event that is news for an item that is already red; `null` for kinds without further news. */
  readonly goesOn: Turn | null;
  readonly ends: Turn;
}
