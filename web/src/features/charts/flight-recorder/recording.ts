import { addDays } from '@app/shared/base/calendar-day.ts';
import { dayAt, dayStartAt } from '@app/shared/base/marketplace-day.ts';
import { countIn, moneyIn } from '@app/shared/base/money.ts';
import type { ProductTimeline, RankDay, SalesDay } from '@app/shared/contract/catalog.ts';
import { longDayText } from '../../../ui/chart/day-axis.ts';
import type { Note, NoteLine } from '../../../ui/chart/note.ts';
import { piecesOf, valueAt, type Piece, type Span } from './pieces.ts';

export type BuyBoxOwner = 'you' | 'other' | 'nobody' | null;

interface SoldDay extends Span {
  readonly date: string;
  /** The units of the day; `null` when the number is unknown. */
  readonly units: number | null;
  readonly promoted: number;
  readonly isFinal: boolean;
}

/** The history of a product on one time axis. */
export interface Recording {
  readonly marketplace: string;
  readonly currency: string;
  readonly range: Span;
  readonly gaps: readonly Span[];
  readonly price: readonly Piece<number | null>[];
  readonly buyBoxPrice: readonly Piece<number | null>[];
  readonly buyBox: readonly Piece<BuyBoxOwner>[];
  readonly lowestFba: readonly Piece<number | null>[];
  readonly stock: readonly Piece<number | null>[];
  /** The ranks, each placed at noon of its day, or at the end of the range if that is earlier. */
  readonly ranks: readonly { readonly at: number; readonly value: number | null }[];
  readonly sold: readonly SoldDay[];
}

interface RecordingSources {
  readonly marketplace: string;
  readonly timeline: ProductTimeline;
  readonly ranks: readonly RankDay[];
  readonly sales: readonly SalesDay[];
}

export function recordingOf({ marketplace, timeline, ranks, sales }: RecordingSources): Recording {
  const range = spanOf(timeline);
  const gaps = timeline.gaps.map(spanOf);
  const held = <Point extends { readonly at: string }, Value>(
    points: readonly Point[],
    read: (point: Point) => Value,
  ) => piecesOf({ points: points.map((point) => ({ at: Date.parse(point.at), value: read(point) })), range, gaps });
  const { lanes } = timeline;
  return {
    marketplace,
    currency: timeline.currency,
    range,
    gaps,
    price: held(lanes.price, ({ cents }) => cents),
    buyBoxPrice: held(lanes.buyBox, ({ cents }) => cents),
    buyBox: held(lanes.buyBox, ({ owner }) => owner),
    lowestFba: held(lanes.lowestFba, ({ cents }) => cents),
    stock: held(lanes.stock, ({ units }) => units),
    ranks: ranks.map(({ date, rank }) => {
      return { at: Math.min(middle(daySpan(marketplace, date)), range.to), value: rank };
    }),
    sold: sales.map((day) => ({
      ...daySpan(marketplace, day.date),
      date: day.date,
      units: day.soldUnitsThisVariation,
      promoted: day.promotionUnitsThisVariation ?? 0,
      isFinal: day.final,
    })),
  };
}

const spanOf = ({ from, to }: { readonly from: string; readonly to: string }): Span => ({
  from: Date.parse(from),
  to: Date.parse(to),
});

const daySpan = (marketplace: string, date: string): Span => ({
  from: dayStartAt(marketplace, date).getTime(),
  to: dayStartAt(marketplace, addDays(date, 1)).getTime(),
});

const middle = ({ from, to }: Span): number => (from + to) / 2;

const ownerWords = { you: 'You', other: 'Another seller', nobody: 'Nobody' } as const;

/** The texts for one instant: the values of its day, and those that held at the instant. */
export function noteAt(recording: Recording, at: number): Note {
  const { marketplace, currency } = recording;
  const day = dayAt(marketplace, new Date(at));
  const sold = recording.sold.find(({ date }) => date === day);
  const rank = recording.ranks.find((one) => dayAt(marketplace, new Date(one.at)) === day)?.value;
  const money = (cents: number | null | undefined) =>
    cents == null ? null : moneyIn(marketplace, { cents, currency });
  const count = (value: number | null | undefined) => (value == null ? null : countIn(marketplace, value));
  const owner = valueAt(recording.buyBox, at);
  const lines = [
    line('Price', money(valueAt(recording.price, at)), 'var(--c-own)'),
    line(
      'Buy box',
      owner ? `${ownerWords[owner]}${boxPrice(money(valueAt(recording.buyBoxPrice, at)))}` : null,
      'var(--c-box)',
    ),
    line('Lowest FBA', money(valueAt(recording.lowestFba, at)), 'var(--c-fba)'),
    line('Rank', count(rank), 'var(--c-rank)'),
    line('Stock', count(valueAt(recording.stock, at)), 'var(--c-stock)'),
    line('Sold', soldText(sold, count), 'var(--c-sales)'),
  ];
  // A gap at the end of the range has lasted until now; another one ends with an observation.
  const isGap = recording.gaps.some((gap) => gap.from < at && (at < gap.to || gap.to === recording.range.to));
  return {
    title: longDayText(day),
    remark: isGap ? 'Nobody could look' : undefined,
    lines: lines.flatMap((one) => one ?? []),
  };
}

const boxPrice = (price: string | null): string => (price === null ? '' : `, ${price}`);

const line = (label: string, value: string | null, colour: string): NoteLine | null =>
  value === null ? null : { label, value, colour };

function soldText(sold: SoldDay | undefined, count: (value: number | null) => string | null): string | null {
  const units = count(sold?.units ?? null);
  if (!sold || units === null) return null;
  const promoted = sold.promoted > 0 ? `, ${count(sold.promoted) ?? ''} with promotion` : '';
  return `${units}${promoted}${sold.isFinal ? '' : ' so far'}`;
}

/**
 * The share of the known time in which the seller had the buy box, in percent; `null` when no time is known. It is 100
 * or 0 only if it was always or never the seller's.
 */
export function buyBoxShare({ buyBox }: Pick<Recording, 'buyBox'>): number | null {
  const known = buyBox.filter((piece) => piece.value !== null);
  const total = known.reduce((sum, piece) => sum + piece.to - piece.from, 0);
  const own = known.reduce((sum, piece) => sum + (piece.value === 'you' ? piece.to - piece.from : 0), 0);
  if (own === 0 || own === total) return total === 0 ? null : own === 0 ? 0 : 100;
  return Math.min(99, Math.max(1, Math.round((own / total) * 100)));
}
