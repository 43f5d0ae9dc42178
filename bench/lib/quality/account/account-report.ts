import { share } from '../report.ts';
import type { Assessment, DayCounts, KindCounts, ToldCounts } from './assess-account.ts';
import type { Estimate } from './estimate-money.ts';

/** Goals: messages a day per 700 products, and false alarms of a kind per product and month. */
const goal = { messagesADay: 10, perProducts: 700, falseAlarms: 0.1 };
/** An estimate is right if it differs from the money that was lost by at most this share. */
const rightWithin = 0.5;

/** Returns the tables and, at the end, the lines with goals. */
export function accountReport({ products, days, kinds, byDefault, wantingAll, estimates }: Assessment): string[] {
  const loudest = kinds.toSorted((a, b) => (falseRate(b, b.after) ?? 0) - (falseRate(a, a.after) ?? 0))[0];
  const rate = loudest && falseRate(loudest, loudest.after);
  return [
    `${products} products, ${days.toFixed(0)} days`,
    ...kindLines(kinds),
    ...moneyLines(estimates),
    dayLine('settings of a new address', byDefault),
    dayLine('everything wanted', wantingAll),
    ...(loudest && typeof rate === 'number'
      ? [
          `false alarms told, ${loudest.kind} the most: ${rate.toFixed(3)} per product and month (goal ≤ ${goal.falseAlarms})`,
        ]
      : []),
    `messages a day for ${products} products: ${byDefault.after.mean.toFixed(1)}, ${byDefault.before.mean.toFixed(1)} before (goal ≤ ${goal.messagesADay} for ${goal.perProducts})`,
  ];
}

const dayLine = (name: string, { before, after }: Assessment['byDefault']): string =>
  `messages a day, ${name}: ${dayText(before)} if each change were one, ${dayText(after)} as they are sent`;

const dayText = ({ mean, worst }: DayCounts): string => `${mean.toFixed(1)} (worst day ${worst})`;

const falseRate = ({ productMonths }: KindCounts, { falselyTold }: ToldCounts): number | null =>
  falselyTold === null ? null : falselyTold / productMonths;

const widths = [24, 9, 8, 9, 8, 10, 9, 8, 10, 9];
const lineOf = (cells: readonly string[]): string =>
  cells.map((cell, index) => (index === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[index] ?? 0))).join(' ');

const toldCells = (kind: KindCounts, counts: ToldCounts): string[] => [
  String(counts.told),
  falseRate(kind, counts)?.toFixed(3) ?? '–',
  kind.incidents === 0 ? '–' : share(counts.incidentsTold, kind.incidents),
];

function kindLines(kinds: readonly KindCounts[]): string[] {
  return [
    'alerts told before (each change) and after (weighed, held, gathered); false per product and month; incidents told',
    lineOf(['kind', 'incidents', 'alerts', 'found', 'before', 'false', 'told', 'after', 'false', 'told']),
    ...kinds.map((kind) =>
      lineOf([
        kind.kind,
        String(kind.incidents),
        String(kind.alarms),
        kind.incidents === 0 ? '–' : share(kind.found, kind.incidents),
        ...toldCells(kind, kind.before),
        ...toldCells(kind, kind.after),
      ]),
    ),
  ];
}

function moneyLines(estimates: readonly Estimate[]): string[] {
  const byKind = Map.groupBy(estimates, ({ kind }) => kind);
  return [
    'money a day, estimated when the alert was raised, and lost on its whole days; of the estimates that sales can show',
    lineOf(['kind', 'estimates', 'shown', '± 50 %', 'in range', 'less', 'more']),
    ...[...byKind].map(([kind, ofKind]) => {
      const shown = ofKind.filter(({ isVisible }) => isVisible);
      const part = (isIn: (one: Estimate) => boolean): string => share(shown.filter(isIn).length, shown.length);
      return lineOf([
        kind,
        String(ofKind.length),
        String(shown.length),
        part(({ low, high, lost }) => Math.abs((low + high) / 2 - lost) <= rightWithin * Math.abs(lost)),
        part(({ low, high, lost }) => lost >= low && lost <= high),
        part(({ low, lost }) => lost < low),
        part(({ high, lost }) => lost > high),
      ]);
    }),
  ];
}
