import { addDays } from '@app/shared/base/marketplace-day.ts';
import { digestStep, instantOf, type DigestClock } from '@app/shared/domain/digest-clock.ts';
import { shownAt, type LocalClock } from '@app/shared/domain/local-clock.ts';
import { say } from './lib/figures.ts';

/** Whole hours of section 5, and zones whose clocks do everything that clocks do. */
const offsets = Array.from({ length: 25 }, (_, index) => index - 12);
const zones = [
  'UTC',
  'Europe/Berlin',
  'Europe/London',
  'America/New_York',
  'America/Los_Angeles',
  'America/Sao_Paulo',
  'America/Mexico_City',
  'America/St_Johns',
  'America/Santiago',
  'America/Havana',
  'America/Nuuk',
  'Atlantic/Azores',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Asia/Beirut',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Asia/Tokyo',
  'Australia/Lord_Howe',
  'Australia/Sydney',
  'Pacific/Auckland',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
];

export interface ClockBench {
  readonly fromDay: string;
  readonly toDay: string;
  readonly hours: readonly number[];
}

const hourMs = 3_600_000;

interface Counted {
  cases: number;
  readonly violations: string[];
}

if (import.meta.main) {
  const hours = Array.from({ length: 24 }, (_, hour) => hour);
  const { cases, violations } = benchDigestClock({ fromDay: '2025-01-01', toDay: '2037-12-31', hours });
  for (const violation of violations.slice(0, 20)) say(violation);
  say(
    `bench:digest-clock: ${cases.toLocaleString('en-US')} local days of ${offsets.length} offsets × summer time of three ` +
      `regions or none, and of ${zones.length} zones, at ${hours.length} hours: ` +
      `${violations.length} without exactly one digest (goal 0)`,
  );
  if (violations.length > 0) process.exitCode = 1;
}

/**
 * R7: like the worker, which sleeps until a digest is due, and in the end has sent every local day once. Each digest goes
 * at its hour by the clock of whom it is for, or at the moment that clocks skip that hour.
 */
export function benchDigestClock(bench: ClockBench): Counted {
  const counted: Counted = { cases: 0, violations: [] };
  for (const [name, clock] of clocks()) {
    for (const hour of bench.hours) live({ name, clock: { ...clock, hour }, bench, counted });
  }
  return counted;
}

function* clocks(): Generator<readonly [string, LocalClock]> {
  for (const hours of offsets) {
    const base = { timeZone: null, offsetMinutes: hours * 60 };
    yield [`UTC${hours}`, { ...base, adjustsToDst: false, region: 'NA' }];
    for (const region of ['NA', 'EU', 'IN'] as const) {
      yield [`UTC${hours} with the summer time of ${region}`, { ...base, adjustsToDst: true, region }];
    }
  }
  for (const timeZone of zones) yield [timeZone, { timeZone, offsetMinutes: 0, adjustsToDst: true, region: 'NA' }];
}

interface Life {
  readonly name: string;
  readonly clock: DigestClock;
  readonly bench: ClockBench;
  readonly counted: Counted;
}

function live({ name, clock, bench, counted }: Life): void {
  const started = instantOf(clock, addDays(bench.fromDay, -1), clock.hour);
  let { lastDay, nextAt } = digestStep(clock, { now: started, lastDay: null });
  for (let day = bench.fromDay; day <= bench.toDay; day = addDays(day, 1)) {
    counted.cases += 1;
    const early = digestStep(clock, { now: new Date(nextAt.getTime() - 1), lastDay });
    const step = digestStep(clock, { now: nextAt, lastDay });
    const again = digestStep(clock, { now: nextAt, lastDay: step.lastDay });
    const isRight =
      early.owed === null && step.owed === day && again.owed === null && isAtItsHour(clock, { day, at: nextAt });
    if (!isRight) counted.violations.push(`${name}, hour ${clock.hour}: ${day} at ${nextAt.toISOString()}`);
    ({ lastDay, nextAt } = step);
  }
}

/**
 * It shows the hour; or, a moment before, it showed an earlier one and now a later one of the same day; or the day has no
 * such hour any more, as clocks are put on to midnight.
 */
function isAtItsHour(clock: DigestClock, { day, at }: { day: string; at: Date }): boolean {
  const wanted = `${day}T${String(clock.hour).padStart(2, '0')}:00:00`;
  const shownAfter = (ms: number): string => shownAt(clock, new Date(at.getTime() + ms)).slice(0, 19);
  const shown = shownAfter(0);
  if (shown === wanted) return true;
  const isSkipped = shown > wanted && shownAfter(-1) < wanted;
  const isCutOff = shown < wanted && !shownAfter(hourMs).startsWith(day);
  return shown.startsWith(day) && (isSkipped || isCutOff);
}
