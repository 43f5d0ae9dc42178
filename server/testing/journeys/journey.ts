import type { WatchdogType } from '@app/shared/watchdogs/registry.ts';

/** What the sandbox says of one of its products. */
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

/** What the events of the journey have answered so far, by their type: who got the buy box, for instance. */
export type Answers = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** An event of the sandbox; one that depends on the product or on earlier ones is made of them. */
export type Happening = SandboxEvent | ((product: SandboxProduct, answers: Answers) => SandboxEvent);

export interface Turn {
  readonly events: readonly Happening[];
  readonly becomes: 'ok' | 'warning' | 'alert';
  readonly says: RegExp;
  /** Other kinds that the same events rightly are news to. */
  readonly alongside?: readonly WatchdogType[];
  /** Shows only after some days have passed, so many at most. */
  readonly withinDays?: number;
}

/** What happens to one product, so that a watchdog speaks, speaks again, and comes to rest. */
export interface Journey {
  suits?(product: SandboxProduct): boolean;
  /** So that there is something to lose: before the product is connected. */
  readonly given?: readonly Happening[];
  /** Settings of the item, as people keep them in the spreadsheet or with the keyword. */
  readonly own?: Readonly<Record<string, unknown>>;
  /** A warning before the alert, where the kind warns of something. */
  readonly warns?: Turn;
  readonly begins: Turn;
  /** Another event, which is news on an item that is red already; `null` where the kind has nothing more to say. */
  readonly goesOn: Turn | null;
  readonly ends: Turn;
}
