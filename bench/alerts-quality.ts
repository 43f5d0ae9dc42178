import { watchdogs } from '@app/shared/watchdogs/registry.ts';
import { say } from './lib/figures.ts';
import { levels, madeUpSeries, shapes } from './lib/quality/demand.ts';
import { incidentOf } from './lib/quality/incidents.ts';
import { falseAlarmRate, kindTable, recallTable, share, type KindFigures } from './lib/quality/report.ts';
import { plantDrops, replaySales, type Drop, type Planted, type Replayed } from './lib/quality/sales.ts';
import { loadRealSeries, type RealSeries, type Series } from './lib/quality/series.ts';
import { tellingEveryDifference, watchKind } from './lib/quality/watch.ts';

interface QualityOptions {
  /** Products of each kind in the synthetic part, for a month each. */
  readonly products: number;
  /** Days of made-up demand for each shape and level. */
  readonly demandDays: number;
  /** `null`: the real series are left out. */
  readonly series: RealSeries | null;
  readonly say: (line: string) => void;
}

/** The goal, for real and synthetic days alike. */
const goal = { found: 0.9, falseAlarms: 0.1 };

/** Drops that must be found where a product sells at least so many units a day. */
const planted: readonly { readonly drop: Drop; readonly leastLevel: number; readonly name: string }[] = [
  { drop: { days: 1, share: 0.25 }, leastLevel: 50, name: 'drops to a quarter for a day at 50 a day or more' },
  { drop: { days: 3, share: 0.5 }, leastLevel: 30, name: 'drops to a half for three days at 30 a day or more' },
];

if (import.meta.main) {
  const [products = 40] = process.argv.slice(2).map(Number);
  benchAlertsQuality({ products, demandDays: 2000, series: loadRealSeries(), say });
}

/** How many known incidents the watchdogs find, how soon, and how often they cry for nothing. */
export function benchAlertsQuality({ products, demandDays, series, say: tell }: QualityOptions): void {
  const figures = [...(series === null ? [] : onRealSeries(series, tell)), ...onMadeUpDemand(demandDays, tell)];
  if (series === null) tell('No ../shared/reference/captures/series: sales are not replayed, synthetic days only');
  for (const line of [...figures, ...onSyntheticDays(products, tell)]) tell(line);
}

/** Tells the tables, returns the lines with the figures. */
function onRealSeries({ amazonIndia, walmart, taxi, events }: RealSeries, tell: (line: string) => void): string[] {
  const orders = amazonIndia.map((series) => ({ series, replayed: replaySales(series) }));
  const items = walmart.map((series) => ({ series, replayed: replaySales(series) }));
  const drops = planted.map((one) => ({ ...one, planted: plantedIn(orders, one.drop) }));
  for (const { drop, planted: found } of drops) recallTable(drop, found).forEach(tell);
  const onEvents = items.flatMap(({ replayed }) => replayed.alarms).filter(({ day }) => events.has(day));
  tell(`${onEvents.length} of the alarms on Walmart's items came on a day with an event in its calendar`);
  tell(taxiLine(taxi));
  return [
    ...drops.map(({ name, leastLevel, planted: all }) => {
      const tellable = all.filter(({ level }) => level >= leastLevel);
      const found = tellable.filter(({ isFound }) => isFound).length;
      return `${name}: ${share(found, tellable.length)} of ${tellable.length} found (goal ≥ ${goal.found * 100} %)`;
    }),
    falseAlarmsLine("false alarms, Amazon India's orders", orders),
    falseAlarmsLine("false alarms, Walmart's items", items),
  ];
}

/** Two of the five are peaks, of which this kind says nothing. */
function taxiLine({ series, labelled }: RealSeries['taxi']): string {
  const { alarms } = replaySales(series);
  const told = labelled.filter(([from, to]) => alarms.some(({ day }) => day >= from && day <= to));
  const elsewhere = alarms.filter(({ day }) => !labelled.some(([from, to]) => day >= from && day <= to));
  return `New York's taxi rides: ${told.length} of ${labelled.length} labelled anomalies told, ${elsewhere.length} alarms elsewhere`;
}

interface Replay {
  readonly series: Series;
  readonly replayed: Replayed;
}

function plantedIn(replays: readonly Replay[], drop: Drop): Planted[] {
  return replays.flatMap(({ series, replayed }) => plantDrops(series, replayed, drop));
}

function falseAlarmsLine(name: string, replays: readonly Replay[]): string {
  const alarms = replays.reduce((sum, { replayed }) => sum + replayed.alarms.length, 0);
  const months = replays.reduce((sum, { replayed }) => sum + replayed.productMonths, 0);
  const rate = (alarms / months).toFixed(3);
  return `${name}: ${rate} per product and month, ${alarms} in ${months.toFixed(0)} (goal ≤ ${goal.falseAlarms})`;
}

/** Years of days of known shapes, for each of which the false alarms are many enough to count. */
function onMadeUpDemand(days: number, tell: (line: string) => void): string[] {
  const rates = shapes.flatMap((shape) =>
    levels.map((level) => {
      const { alarms, productMonths } = replaySales(madeUpSeries(shape, { level, days, seed: 'quality' }));
      return { shape: shape.name, level, rate: alarms.length / productMonths };
    }),
  );
  tell(`false alarms per product and month on made-up demand: ${levels.join(', ')} units a day`);
  for (const { name } of shapes) {
    const ofShape = rates.filter(({ shape }) => shape === name).map(({ rate }) => rate.toFixed(3).padStart(7));
    tell(`${name.padEnd(44)} ${ofShape.join(' ')}`);
  }
  const average = rates.reduce((sum, { rate }) => sum + rate, 0) / rates.length;
  const worst = rates.toSorted((a, b) => b.rate - a.rate)[0];
  const most = worst ? `, the most ${worst.rate.toFixed(3)} (${worst.shape}, ${worst.level} a day)` : '';
  return [
    `false alarms, made-up demand: ${average.toFixed(3)} per product and month${most} (goal ≤ ${goal.falseAlarms})`,
  ];
}

function onSyntheticDays(products: number, tell: (line: string) => void): string[] {
  const withRow = watchdogs.flatMap((kind) => {
    const incident = incidentOf(kind.type);
    return incident ? [{ kind, incident }] : [];
  });
  const missing = watchdogs.filter((kind) => !incidentOf(kind.type)).map(({ type }) => type);
  if (missing.length > 0) tell(`no incident is known for: ${missing.join(', ')}`);
  const kinds = withRow.map(({ kind, incident }) => watchKind(kind, incident, { products, seed: 'quality' }));
  kindTable(kinds).forEach(tell);
  const naive = withRow.map(({ kind, incident }) =>
    watchKind(tellingEveryDifference(kind), incident, { products: 1, seed: 'quality' }),
  );
  const naiveRate = naive.reduce((sum, one) => sum + falseAlarmRate(one), 0);
  tell(`for comparison, telling every difference between two looks: ${naiveRate.toFixed(0)} per product and month`);
  const least = kinds.toSorted((a, b) => recallOf(a) - recallOf(b))[0];
  const loudest = kinds.toSorted((a, b) => falseAlarmRate(b) - falseAlarmRate(a))[0];
  if (!least || !loudest) return [];
  return [
    `incidents found, ${least.type} the least: ${share(least.found, least.incidents)} (goal ≥ ${goal.found * 100} %)`,
    `false alarms, ${loudest.type} the most: ${falseAlarmRate(loudest).toFixed(3)} per product and month (goal ≤ ${goal.falseAlarms})`,
  ];
}

function recallOf({ found, incidents }: KindFigures): number {
  return found / incidents;
}
