import { watchdogs } from '@app/shared/watchdogs/registry.ts';
import type { Facts } from '@app/shared/watchdogs/facts/observations.ts';
import { initialState, judgeObservation, type WatchdogState } from '../judge-observation.ts';
import type { ProductSeries } from './account-series.ts';
import { looksAt, type Look } from './looks.ts';

/** A period in which a watchdog judged a product as bad. */
export interface Alarm {
  readonly product: string;
  readonly kind: string;
  readonly at: Date;
  /** The time of the look that ended the alarm; `null` if the alarm lasts. */
  readonly until: Date | null;
  readonly status: 1 | 2;
  readonly about: string | null;
  readonly figures: Readonly<Record<string, number>> | null;
}

/** Returns the kinds whose facts the series contains. */
export function judgedKinds({ buyBox, sellers, prices, ratings, orders }: ProductSeries): readonly string[] {
  return [
    ...(buyBox.length > 0 ? ['lostBuybox', 'noAddToCart'] : []),
    ...(sellers.length > 0 ? ['numberOfSellers'] : []),
    ...(prices.length > 0 ? ['price'] : []),
    ...(ratings.length > 0 ? ['starRatingRecentChange'] : []),
    ...(orders.length > 0 ? ['salesDrop'] : []),
  ];
}

/**
 * Judges every look at a product by every kind that reads its aspect, with the product's rules and default settings.
 */
export function findAlarms(series: ProductSeries, start: Date): Alarm[] {
  const looks = looksAt(series, start);
  const kinds = new Set(judgedKinds(series));
  return watchdogs.flatMap((kind) => {
    if (!kinds.has(kind.type)) return [];
    const alarms: Alarm[] = [];
    let kept: WatchdogState = initialState;
    for (const look of looks.filter(({ aspect }) => kind.reads.includes(aspect))) {
      const judged = judgeObservation({ kind, marketplace: series.marketplace }, kept, {
        now: factsOf(look),
        at: look.at,
      });
      const status = judged.kept.item?.status ?? 0;
      const last = alarms.at(-1);
      if (last?.until === null && (status === 0 || judged.isAlarm)) {
        alarms[alarms.length - 1] = { ...last, until: look.at };
      }
      if (judged.isAlarm && status !== 0) {
        const { about = null, figures = null } = judged.judgement ?? {};
        alarms.push({ product: series.product, kind: kind.type, at: look.at, until: null, status, about, figures });
      }
      kept = judged.kept;
    }
    return alarms;
  });
}

const factsOf = ({ aspect, facts }: Look): Partial<Facts> =>
  aspect === 'offers' ? { offers: [{ ...facts, sku: 'OWN' }] } : { [aspect]: facts };
