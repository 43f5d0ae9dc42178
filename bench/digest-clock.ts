import { addDays } from '@app/shared/base/calendar-day.ts';
import { digestStep, instantOf, type DigestClock } from '@app/shared/domain/clock/digest-clock.ts';
import { shownAt, type LocalClock } from '@app/shared/domain/clock/local-clock.ts';
import { say } from './lib/figures.ts';

/** The whole-hour offsets of specification section 5, and time zones with all kinds of clock changes. */
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

interface ClockBench {
  readonly fromDay: string;
  readonly toDay: string;
  readonly hours: readonly number[];
}

const hourMs = 3_600_000;

interface DigestCount {
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
 * Simulates the worker, which sleeps until a digest is due, and checks that each local day has exactly one digest. A
 * digest is due at its hour of the recipient's local time, or at the clock change that skips this hour.
 */
export function benchDigestClock(bench: ClockBench): DigestCount {
  const counted: DigestCount = { cases: 0, violations: [] };
  for (const [name, clock] of clocks()) {
    for (const hour of bench.hours) simulateClock({ name, clock: { ...clock, hour }, bench, counted });
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

interface ClockRun {
  readonly name: string;
  readonly clock: DigestClock;
  readonly bench: ClockBench;
  readonly counted: DigestCount;
}

function simulateClock({ name, clock, bench, counted }: ClockRun): void {
  const started = instantOf(clock, addDays(bench.fromDay, -1), clock.hour);
  let { lastDay, nextAt } = digestStep(clock, { now: started, lastDay: null, hadDigest: false });
  for (let day = bench.fromDay; day <= bench.toDay; day = addDays(day, 1)) {
    counted.cases += 1;
    const early = digestStep(clock, { now: new Date(nextAt.getTime() - 1), lastDay, hadDigest: true });
    const step = digestStep(clock, { now: nextAt, lastDay, hadDigest: true });
    const again = digestStep(clock, { now: nextAt, lastDay: step.lastDay, hadDigest: true });
    const isRight =
      early.owed === null && step.owed === day && again.owed === null && isAtItsHour(clock, { day, at: nextAt });
    if (!isRight) counted.violations.push(`${name}, hour ${clock.hour}: ${day} at ${nextAt.toISOString()}`);
    ({ lastDay, nextAt } = step);
  }
}

/**
 * Returns whether a digest is due: if the local time is its hour; if a clock change skips this hour at this instant; or
 * if the day ends before the hour, because clocks are advanced to midnight.
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
