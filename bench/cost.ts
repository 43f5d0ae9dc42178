import { mean, say } from './lib/figures.ts';
import type { CpuUsage } from './lib/cost/meter.ts';
import { measureDay, type DayCost, type DayOptions } from './lib/cost/run.ts';

interface CostOptions extends Pick<DayOptions, 'hours' | 'durable'> {
  readonly sizes: readonly number[];
  readonly say: (line: string) => void;
}

const goals = { cpuMs: 2, bytes: 2000, pushedCalls: 1, calls: 5, slope: 1.02 };
/** Operations whose facts are covered by push, including rereads after messages with incomplete data. */
const pushedOperations = [
  'getListingOffersBatch',
  'getCompetitivePricing',
  'searchListingsItems',
  'getInventorySummaries',
];
const maxParts = 12;

/**
 * Measures CPU, stored bytes and calls of one seller account for a virtual day, with production code from the planner
 * to the committed flips. Compares the results with storing a row per observation, and with polling without push.
 */
export async function benchCost({ sizes, hours = 24, durable = true, say: print }: CostOptions): Promise<void> {
  print(`node ${process.version}, ${hours} virtual hours, 1 % of products change in each aspect a day, ranks all day`);
  const pushed: DayCost[] = [];
  for (const products of sizes) {
    const withPush = await measureDay({ products, hasPush: true, hours, durable });
    reportDay(withPush, print);
    const polled = await measureDay({ products, hasPush: false, hours, durable });
    reportDay(polled, print);
    pushed.push(withPush);
    print(`  polling alone: ${times(callsOf(polled), callsOf(withPush))} × the calls`);
    print(`  a row for every observation: ${times(withPush.appendedBytes, withPush.bytes)} × the bytes`);
  }
  const last = pushed.at(-1);
  if (last) for (const line of summary(last, slopeOf(pushed))) print(line);
}

const callsOf = ({ calls }: DayCost, only?: readonly string[]): number =>
  [...calls].reduce((sum, [operation, count]) => sum + (only && !only.includes(operation) ? 0 : count), 0);

const times = (a: number, b: number): string => (a / b).toFixed(1);

const cpuOf = ({ node, database }: CpuUsage): number => node + database;

function reportDay(day: DayCost, print: (line: string) => void): void {
  const each = (value: number, digits = 2): string => (value / day.products).toFixed(digits);
  const { node, database } = day.cpu;
  print(`${day.products} ASINs ${day.hasPush ? 'with push' : 'without push'}, per ASIN and day:`);
  if (day.unsettled.length > 0) print(`  NOT settled: ${day.unsettled.join(', ')}`);
  print(`  CPU ${each(node + database)} ms: node ${each(node)}, PostgreSQL ${each(database)}`);
  const parts = [...day.parts].toSorted(([, a], [, b]) => cpuOf(b) - cpuOf(a)).slice(0, maxParts);
  print(`    ${parts.map(([name, spent]) => `${name} ${each(spent.node)} + ${each(spent.database)}`).join(', ')}`);
  print(`  ${each(day.bytes, 0)} bytes stored; ${each(day.appendedBytes, 0)} with a row for every observation`);
  const grown = [...day.grown].filter(([, bytes]) => bytes > 0).toSorted(([, a], [, b]) => b - a);
  print(`    ${grown.map(([name, bytes]) => `${name} ${each(bytes, 0)}`).join(', ')}`);
  print(`  ${each(callsOf(day))} calls, ${each(callsOf(day, pushedOperations))} for offers, listing and stock`);
  const calls = [...day.calls].toSorted(([, a], [, b]) => b - a);
  print(`    ${calls.map(([operation, count]) => `${operation} ${each(count, 3)}`).join(', ')}`);
  if (day.hasPush) print(`  ${day.missed} changes were found by sweeps and not announced by push`);
}

/** Returns the log-log slope of CPU over products; `null` for a single size. */
function slopeOf(days: readonly DayCost[]): number | null {
  const points = days.map(({ products, cpu }) => ({ x: Math.log(products), y: Math.log(cpuOf(cpu)) }));
  const [x, y] = [mean(points.map((point) => point.x)), mean(points.map((point) => point.y))];
  const spread = points.reduce((sum, point) => sum + (point.x - x) ** 2, 0);
  return spread === 0 ? null : points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0) / spread;
}

function summary(day: DayCost, slope: number | null): string[] {
  const each = (value: number): string => (value / day.products).toFixed(2);
  const pushed = callsOf(day, pushedOperations);
  return [
    ...(slope === null ? [] : [`CPU over ASINs, log-log slope: ${slope.toFixed(3)} (goal ≤ ${goals.slope})`]),
    `stored: ${(day.bytes / day.products).toFixed(0)} bytes per ASIN and day (goal ≤ ${goals.bytes})`,
    `offers, listing and stock with push: ${each(pushed)} calls per ASIN and day (goal ≤ ${goals.pushedCalls})`,
    `all: ${each(callsOf(day))} calls per ASIN and day (goal ≤ ${goals.calls})`,
    `bench:cost: ${each(cpuOf(day.cpu))} CPU-ms per ASIN and day at ${day.products} ASINs (goal ≤ ${goals.cpuMs})`,
  ];
}

if (import.meta.main) {
  const sizes = process.argv.slice(2).map(Number);
  await benchCost({ sizes: sizes.length > 0 ? sizes : [100, 1000, 10_000], say });
}
