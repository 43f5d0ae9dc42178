import type { BuyBoxDay } from '@app/shared/contract/catalog.ts';
import { piecesOf } from '../../charts/flight-recorder/pieces.ts';
import type { BuyBoxOwner } from '../../charts/flight-recorder/recording.ts';
import { hourMs } from '@app/shared/base/time.ts';

const hours = 24;

type ProductBoxDay = BuyBoxDay['products'][number];

/** The holder of the buy box in each of the last 24 hours, oldest first; `null` for an unknown one. */
export type BoxHours = readonly BuyBoxOwner[];

/** Returns, by product, the holder of the buy box for most of each hour, and for the last hour the current holder. */
export function boxHoursOf({ from, to, products }: BuyBoxDay): ReadonlyMap<string, BoxHours> {
  const range = { from: Date.parse(from), to: Date.parse(to) };
  return new Map(products.map((product) => [product.productId, hoursOf(product, range)]));
}

function hoursOf({ buyBox, gaps }: ProductBoxDay, range: { readonly from: number; readonly to: number }): BoxHours {
  const pieces = piecesOf({
    points: buyBox.map(({ at, owner }) => ({ at: Date.parse(at), value: owner })),
    range,
    gaps: gaps.map((gap) => ({ from: Date.parse(gap.from), to: Date.parse(gap.to) })),
  });
  return Array.from({ length: hours }, (_, index) => {
    const [start, end] = [range.to - (hours - index) * hourMs, range.to - (hours - 1 - index) * hourMs];
    const within = pieces.filter((piece) => piece.from < end && piece.to > start);
    if (index === hours - 1) return within.findLast((piece) => piece.to === range.to)?.value ?? null;
    return longestOf(within.map(({ from, to, value }) => [value, Math.min(to, end) - Math.max(from, start)]));
  });
}

/** The holder with the longest time; unknown time counts as a holder too. */
function longestOf(held: readonly (readonly [BuyBoxOwner, number])[]): BuyBoxOwner {
  const lengths = new Map<BuyBoxOwner, number>([[null, hourMs - held.reduce((sum, [, length]) => sum + length, 0)]]);
  for (const [owner, length] of held) lengths.set(owner, (lengths.get(owner) ?? 0) + length);
  return [...lengths].reduce((longest, one) => (one[1] >= longest[1] ? one : longest))[0];
}

interface Run {
  readonly owner: BuyBoxOwner;
  /** Hours since the first one; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
}

function runsOf(day: BoxHours): readonly Run[] {
  const starts = day.flatMap((owner, index) => (index === 0 || owner !== day[index - 1] ? [index] : []));
  return starts.map((from, index) => ({ owner: day[from] ?? null, from, to: starts[index + 1] ?? day.length }));
}

/** The hours of each holder, in the order of their first hours: "You 21 h, others 3 h". */
export function boxWords(day: BoxHours): string {
  const held = Map.groupBy(day, (owner) => owner ?? 'unknown');
  const words = [...held].map(([owner, { length }]) => `${names[owner]} ${length}\u{a0}h`);
  const [first = '', ...others] = words;
  return [`${first.charAt(0).toUpperCase()}${first.slice(1)}`, ...others].join(', ');
}
const names = { you: 'you', other: 'others', nobody: 'nobody', unknown: 'no data' } as const;

const colours = { you: 'var(--ink)', other: 'var(--c-box)', nobody: 'var(--text-3)' } as const;

/** Returns the place of an hour in percent of the strip's width, rounded to keep the style attribute short. */
const edge = (hour: number): string => `${Math.round((hour / hours) * 1e4) / 100}%`;

/**
 * The day as CSS backgrounds, the upper one first: the inside of hours without a holder, then the hours. Unknown hours
 * are not painted, so that the hatching below is visible.
 */
export function boxPaint(day: BoxHours): string {
  const runs = runsOf(day);
  const held = runs.map(({ owner, from, to }) => `${owner ? colours[owner] : 'transparent'} ${edge(from)} ${edge(to)}`);
  const hollow = day.flatMap((owner, hour) =>
    owner === 'nobody'
      ? [
          `transparent calc(${edge(hour)} + 1px)`,
          `var(--surface) calc(${edge(hour)} + 1px) calc(${edge(hour + 1)} - 2px)`,
          `transparent calc(${edge(hour + 1)} - 2px)`,
        ]
      : [],
  );
  const inside =
    hollow.length === 0 ? [] : [`linear-gradient(90deg, ${hollow.join(', ')}) 0 50% / 100% calc(100% - 2px) no-repeat`];
  return [...inside, `linear-gradient(90deg, ${held.join(', ')})`].join(', ');
}
