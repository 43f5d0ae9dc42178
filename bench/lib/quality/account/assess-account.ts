import { dayMs, hourMs } from '@app/shared/base/time.ts';
import type { AccountSeries, KnownIncident } from './account-series.ts';
import { estimateMoney, type Estimate } from './estimate-money.ts';
import { findAlarms, judgedKinds, type Alarm } from './find-alarms.ts';
import { looksAt, startOf } from './looks.ts';
import type { ToldAccount, ToldFlip, ToldRecipient } from './replay-messages.ts';

/** An alarm still belongs to an incident until this long after its end, because sales are known a day later. */
const lateMs = 36 * hourMs;

export interface KindCounts {
  readonly kind: string;
  readonly productMonths: number;
  readonly alarms: number;
  /** Alarms outside every known incident; `null` if nobody knows the incidents. */
  readonly falseAlarms: number | null;
  readonly incidents: number;
  readonly found: number;
  /**
   * Alarms for a recipient who wants everything: `before` counts each alarm, `after` counts the alarms that were sent.
   */
  readonly before: ToldCounts;
  readonly after: ToldCounts;
}

export interface ToldCounts {
  /** The number of alerts that were sent in messages. */
  readonly told: number;
  /** Messages with an alert outside every known incident; `null` if nobody knows the incidents. */
  readonly falselyTold: number | null;
  readonly incidentsTold: number;
}

export interface DayCounts {
  readonly mean: number;
  readonly worst: number;
}

interface MessageCounts {
  /** Messages a day: `before` counts each change as one message, as without weighing, incidents and holds. */
  readonly before: DayCounts;
  readonly after: DayCounts;
}

export interface Assessment {
  readonly products: number;
  readonly days: number;
  readonly kinds: readonly KindCounts[];
  /** Messages to an address with the settings of a new address, and to an address that wants everything. */
  readonly byDefault: MessageCounts;
  readonly wantingAll: MessageCounts;
  readonly estimates: readonly Estimate[];
}

/** Counts the alarms, the messages and the money of a series. */
export function assessAccount(series: AccountSeries, told: ToldAccount): Assessment {
  const start = startOf(series);
  const ends = series.products.map((one) => looksAt(one, start).at(-1)?.at.getTime() ?? 0);
  const days = (ends.reduce((a, b) => Math.max(a, b), 0) - start.getTime()) / dayMs;
  const alarms = series.products.flatMap((one) => findAlarms(one, start));
  const judged = series.products.flatMap(judgedKinds);
  const incidents = series.incidents && new Incidents(series.incidents);
  const kinds = [...new Set(judged)].map((kind) =>
    countKind({
      kind,
      productMonths: (judged.filter((one) => one === kind).length * days) / 30,
      alarms: alarms.filter((one) => one.kind === kind),
      told: told.wantingAll.flips.filter((one) => one.kind === kind && !one.isEnd),
      incidents,
    }),
  );
  const products = new Map(series.products.map((one) => [one.product, one]));
  return {
    products: series.products.length,
    days,
    kinds,
    byDefault: countMessages(told.byDefault, { start, days }),
    wantingAll: countMessages(told.wantingAll, { start, days }),
    estimates: alarms.flatMap((alarm) => {
      const product = products.get(alarm.product);
      return (product && estimateMoney(product, alarm)) ?? [];
    }),
  };
}

interface Event {
  readonly product: string;
  readonly kind: string;
  readonly at: Date;
}

class Incidents {
  readonly #byItem: ReadonlyMap<string, readonly KnownIncident[]>;

  constructor(incidents: readonly KnownIncident[]) {
    this.#byItem = Map.groupBy(incidents, keyOf);
  }

  ofKind(kind: string): readonly KnownIncident[] {
    return [...this.#byItem.values()].flat().filter((one) => one.kind === kind);
  }

  of(event: Event): readonly KnownIncident[] {
    const ofItem = this.#byItem.get(keyOf(event)) ?? [];
    return ofItem.filter(({ from, to }) => event.at >= from && event.at.getTime() <= to.getTime() + lateMs);
  }
}

const keyOf = ({ product, kind }: { readonly product: string; readonly kind: string }): string => `${kind} ${product}`;

interface KindEvents {
  readonly kind: string;
  readonly productMonths: number;
  readonly alarms: readonly Alarm[];
  readonly told: readonly ToldFlip[];
  readonly incidents: Incidents | null;
}

function countKind({ kind, productMonths, alarms, told, incidents }: KindEvents): KindCounts {
  const isFalse = (event: Event): boolean => incidents !== null && incidents.of(event).length === 0;
  const countFalse = (events: readonly Event[]) => (incidents === null ? null : events.filter(isFalse).length);
  const countFound = (events: readonly Event[]) =>
    incidents === null ? 0 : new Set(events.flatMap((event) => incidents.of(event))).size;
  const falseMessages = new Set(told.filter((flip) => flip.isSent && isFalse(flip)).map(({ messageId }) => messageId));
  const sent = told.filter(({ isSent }) => isSent);
  return {
    kind,
    productMonths,
    alarms: alarms.length,
    falseAlarms: countFalse(alarms),
    incidents: incidents?.ofKind(kind).length ?? 0,
    found: countFound(alarms),
    before: { told: told.length, falselyTold: countFalse(told), incidentsTold: countFound(told) },
    after: {
      told: sent.length,
      falselyTold: incidents === null ? null : falseMessages.size,
      incidentsTold: countFound(sent),
    },
  };
}

interface Period {
  readonly start: Date;
  readonly days: number;
}

function countMessages({ flips, interruptedAt }: ToldRecipient, period: Period): MessageCounts {
  return {
    before: byDay(
      flips.map(({ at }) => at),
      period,
    ),
    after: byDay(interruptedAt, period),
  };
}

function byDay(times: readonly Date[], { start, days }: Period): DayCounts {
  const counts = Map.groupBy(times, (at) => Math.floor((at.getTime() - start.getTime()) / dayMs));
  return {
    mean: times.length / Math.max(1, days),
    worst: [...counts.values()].reduce((most, { length }) => Math.max(most, length), 0),
  };
}
