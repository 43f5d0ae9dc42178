import { watchdogs } from '@app/shared/watchdogs/registry.ts';
import { say } from './lib/figures.ts';
import { benchAccount, withDatabase } from './lib/quality/account/bench-account.ts';
import { generateAccount } from './lib/quality/account/generate-account.ts';
import { readSeries } from './lib/quality/account/read-series.ts';
import { SeriesError } from './lib/quality/account/read-table.ts';
import { writeSeries } from './lib/quality/account/write-series.ts';
import { levels, generateSeries, shapes } from './lib/quality/generated-series.ts';
import { incidentOf } from './lib/quality/incidents.ts';
import { bestText, falseAlarmRate, kindTable, recallTable, share, type KindFigures } from './lib/quality/report.ts';
import { plantDrops, replaySales, scoreQuietWindows, type Drop, type SeriesReplay } from './lib/quality/sales.ts';
import { loadRealSeries, type RealSeries, type Series } from './lib/quality/series.ts';
import { alertOnEveryDifference, measureWatchdog } from './lib/quality/measure-watchdog.ts';

interface QualityOptions {
  /** Number of synthetic products per watchdog; each is simulated for a month. */
  readonly products: number;
  /** The number of days for which demand is generated, for each shape and each level of demand. */
  readonly demandDays: number;
  /** Real sales series; `null` skips this part. */
  readonly series: RealSeries | null;
  readonly say: (line: string) => void;
}

/**
 * Goals for the days of real and of synthetic series: the minimum share of incidents found, and the maximum number of
 * false alarms per product and month.
 */
const goal = { found: 0.9, falseAlarms: 0.1 };

/** The seed of the generated demand. No rule was tuned to the demand that this seed gives. */
const generatedSeed = 'record 76 final';
/**
 * Drops are planted only on the first 500 days of generated demand, because each planted drop needs a replay of its
 * own.
 */
const plantedDays = 500;

/** Drops that must be found if a product sells at least `leastLevel` units per day. */
const dropGoals: readonly DropGoal[] = [
  {
    drop: { days: 1, share: 0.25 },
    leastLevel: 50,
    found: 0.9,
    name: 'drops to a quarter for a day at 50 a day or more',
  },
  {
    drop: { days: 3, share: 0.5 },
    leastLevel: 30,
    found: 0.75,
    name: 'drops to a half for three days at 30 a day or more',
  },
];

interface DropGoal {
  readonly drop: Drop;
  readonly leastLevel: number;
  readonly found: number;
  readonly name: string;
}

/** The generated account. The goal for messages a day is stated for an account of this size. */
const account = { products: 700, days: 21, seed: 'quality' };
/** The account that `--example` writes to files, as an example of their form. */
const example = { products: 40, days: 14, seed: 'example' };

const usage =
  'npm run bench:alerts-quality [-- FOLDER | --example FOLDER]: measures generated series, the series in FOLDER ' +
  '(docs/alert-series.md), or writes an example of its form';

if (import.meta.main) {
  const words = process.argv.slice(2);
  const [first, second] = words;
  if (first === '--example' && second !== undefined && words.length === 2) {
    writeSeries(second, generateAccount(example));
    say(`${second}: ${example.products} products, ${example.days} days`);
  } else if (first !== undefined && !first.startsWith('-') && words.length === 1) {
    await benchFolder(first);
  } else if (words.length === 0) {
    benchAlertsQuality({ products: 40, demandDays: 2000, series: loadRealSeries(), say });
    say('the generated account, in which new sellers and ratings have no effect on sales:');
    await withDatabase((db) => benchAccount(generateAccount(account), { db, say }));
  } else {
    say(usage);
    process.exitCode = 1;
  }
}

/** Measures the series in a folder, or prints the errors found in its files. */
async function benchFolder(folder: string): Promise<void> {
  try {
    const series = readSeries(folder);
    await withDatabase((db) => benchAccount(series, { db, say }));
  } catch (error) {
    if (!(error instanceof SeriesError)) throw error;
    say(error.message);
    process.exitCode = 1;
  }
}

/** Measures the share of known incidents that the watchdogs find, the delay, and the rate of false alarms. */
export function benchAlertsQuality({ products, demandDays, series, say: print }: QualityOptions): void {
  const figures = [
    ...(series === null ? [] : measureRealSeries(series, print)),
    ...measureGeneratedDemand(demandDays, print),
  ];
  if (series === null) print('No ../shared/reference/captures/series: sales are not replayed, synthetic days only');
  for (const line of [...figures, ...measureSyntheticDays(products, print)]) print(line);
}

/** Prints the tables and returns the summary lines. */
function measureRealSeries(
  { amazonIndia, walmart, taxi, events }: RealSeries,
  print: (line: string) => void,
): string[] {
  const orders = amazonIndia.map((series) => ({ series, replayed: replaySales(series) }));
  const items = walmart.map((series) => ({ series, replayed: replaySales(series) }));
  const drops = dropGoals.map((one) => measureDrop(one, orders, print));
  const onEvents = items.flatMap(({ replayed }) => replayed.alarms).filter(({ day }) => events.has(day));
  print(`${onEvents.length} of the alarms on Walmart's items were on days with an event in its calendar`);
  print(taxiLine(taxi));
  return [
    ...drops,
    falseAlarmsLine("false alarms, Amazon India's orders", orders),
    falseAlarmsLine("false alarms, Walmart's items", items),
  ];
}

/**
 * Returns the line about the taxi series. Two of its five labelled anomalies are peaks, which this watchdog does not
 * report.
 */
function taxiLine({ series, labelled }: RealSeries['taxi']): string {
  const { alarms } = replaySales(series);
  const found = labelled.filter(([from, to]) => alarms.some(({ day }) => day >= from && day <= to));
  const elsewhere = alarms.filter(({ day }) => !labelled.some(([from, to]) => day >= from && day <= to));
  return `New York's taxi rides: ${found.length} of ${labelled.length} labelled anomalies found, ${elsewhere.length} other alarms`;
}

interface Replay {
  readonly series: Series;
  readonly replayed: SeriesReplay;
}

/**
 * Prints how many of the planted drops of one size were found, by volume of sales, and returns the line that compares
 * the result with its goal.
 */
function measureDrop(
  { drop, leastLevel, found: goalFound, name }: DropGoal,
  replays: readonly Replay[],
  print: (line: string) => void,
): string {
  const planted = replays.flatMap(({ series, replayed }) => plantDrops(series, replayed, drop));
  const quiet = replays.flatMap(({ series }) => scoreQuietWindows(series, drop.days));
  recallTable(drop, planted, quiet).forEach((line) => print(line));
  const isLarge = ({ level }: { readonly level: number }): boolean => level >= leastLevel;
  const large = planted.filter(isLarge);
  const found = share(large.filter(({ isFound }) => isFound).length, large.length);
  const best = bestText(large, quiet.filter(isLarge));
  return `${name}: ${found} of ${large.length} found, the best threshold on the forecast ${best} (goal ≥ ${goalFound * 100} %)`;
}

function falseAlarmsLine(name: string, replays: readonly Replay[]): string {
  const alarms = replays.reduce((sum, { replayed }) => sum + replayed.alarms.length, 0);
  const months = replays.reduce((sum, { replayed }) => sum + replayed.productMonths, 0);
  const rate = (alarms / months).toFixed(3);
  return `${name}: ${rate} per product and month, ${alarms} in ${months.toFixed(0)} (goal ≤ ${goal.falseAlarms})`;
}

/**
 * Measures generated demand of known shapes over years, because false alarms are too rare to be counted in a shorter
 * time.
 */
function measureGeneratedDemand(days: number, print: (line: string) => void): string[] {
  const replays = shapes.flatMap((shape) =>
    levels.map((level) => {
      const series = generateSeries(shape, { level, days, seed: generatedSeed });
      return { level, series, replayed: replaySales(series) };
    }),
  );
  const rates = replays.map(({ series, level, replayed: { alarms, productMonths } }) => ({
    shape: series.name,
    level,
    rate: alarms.length / productMonths,
  }));
  print(`false alarms per product and month on generated demand: ${levels.join(', ')} units a day`);
  for (const { name } of shapes) {
    const ofShape = rates.filter(({ shape }) => shape === name).map(({ rate }) => rate.toFixed(3).padStart(7));
    print(`${name.padEnd(44)} ${ofShape.join(' ')}`);
  }
  const average = rates.reduce((sum, { rate }) => sum + rate, 0) / rates.length;
  const worst = rates.toSorted((a, b) => b.rate - a.rate)[0];
  const most = worst ? `, the most ${worst.rate.toFixed(3)} (${worst.shape}, ${worst.level} a day)` : '';
  const planting = replays.map(({ series, replayed }) => ({ series: beginningOf(series, plantedDays), replayed }));
  return [
    ...dropGoals.map((one) => `generated demand, ${measureDrop(one, planting, print)}`),
    `false alarms, generated demand: ${average.toFixed(3)} per product and month${most} (goal ≤ ${goal.falseAlarms})`,
  ];
}

function beginningOf(series: Series, count: number): Series {
  const { days, units, isUnknown } = series;
  return {
    ...series,
    days: days.slice(0, count),
    units: units.slice(0, count),
    isUnknown: isUnknown.slice(0, count),
  };
}

function measureSyntheticDays(products: number, print: (line: string) => void): string[] {
  const withRow = watchdogs.flatMap((kind) => {
    const incident = incidentOf(kind.type);
    return incident ? [{ kind, incident }] : [];
  });
  const missing = watchdogs.filter((kind) => !incidentOf(kind.type)).map(({ type }) => type);
  if (missing.length > 0) print(`no incident is known for: ${missing.join(', ')}`);
  const kinds = withRow.map(({ kind, incident }) => measureWatchdog(kind, incident, { products, seed: 'quality' }));
  kindTable(kinds).forEach(print);
  const naive = withRow.map(({ kind, incident }) =>
    measureWatchdog(alertOnEveryDifference(kind), incident, { products: 1, seed: 'quality' }),
  );
  const naiveRate = naive.reduce((sum, one) => sum + falseAlarmRate(one), 0);
  print(
    `for comparison, an alarm for every difference between two observations: ${naiveRate.toFixed(0)} per product and month`,
  );
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
