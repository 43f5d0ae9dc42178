import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../../base/calendar-day.ts';
import { digestStep, instantOf, quietUntil, type DigestClock } from './digest-clock.ts';
import { localDay, localHour, type LocalClock } from './local-clock.ts';

const zone = (timeZone: string): LocalClock => ({ timeZone, offsetMinutes: 0, adjustsToDst: false, region: null });
const offset = (hours: number, region: LocalClock['region'], adjustsToDst = true): LocalClock => ({
  timeZone: null,
  offsetMinutes: hours * 60,
  adjustsToDst,
  region,
});

test.each<[string, LocalClock, `${string} at ${number}`, string]>([
  ['India at half past', zone('Asia/Kolkata'), '2026-11-20 at 7', '2026-11-20T01:30:00.000Z'],
  ['Berlin in winter', zone('Europe/Berlin'), '2026-11-20 at 7', '2026-11-20T06:00:00.000Z'],
  ['Berlin in summer', zone('Europe/Berlin'), '2026-07-20 at 7', '2026-07-20T05:00:00.000Z'],
  ['an hour that Berlin skips', zone('Europe/Berlin'), '2027-03-28 at 2', '2027-03-28T01:00:00.000Z'],
  ['an hour that Berlin has twice: the first', zone('Europe/Berlin'), '2026-10-25 at 2', '2026-10-25T00:00:00.000Z'],
  ['an hour that New York has twice', zone('America/New_York'), '2026-11-01 at 1', '2026-11-01T05:00:00.000Z'],
  ['midnight that Santiago skips', zone('America/Santiago'), '2026-09-06 at 0', '2026-09-06T04:00:00.000Z'],
  ['an hour before midnight that Nuuk skips', zone('America/Nuuk'), '2027-03-27 at 23', '2027-03-28T00:00:00.000Z'],
  ['half an hour of Lord Howe', zone('Australia/Lord_Howe'), '2026-10-04 at 2', '2026-10-03T15:30:00.000Z'],
  ['an offset in a European summer', offset(1, 'EU'), '2026-07-20 at 7', '2026-07-20T05:00:00.000Z'],
  ['an offset without summer time', offset(1, 'EU', false), '2026-07-20 at 7', '2026-07-20T06:00:00.000Z'],
  ['an American summer on the day it begins', offset(-8, 'NA'), '2026-03-08 at 7', '2026-03-08T14:00:00.000Z'],
  ['the same day in Europe, still winter', offset(-8, 'EU'), '2026-03-08 at 7', '2026-03-08T15:00:00.000Z'],
  ['an hour that an American offset skips', offset(-8, 'NA'), '2026-03-08 at 2', '2026-03-08T10:00:00.000Z'],
  ['an hour that an American offset has twice', offset(-8, 'NA'), '2026-11-01 at 1', '2026-11-01T08:00:00.000Z'],
  [
    'an American offset after the first Sunday of March',
    offset(-8, 'NA'),
    '2027-03-08 at 7',
    '2027-03-08T15:00:00.000Z',
  ],
  ['a European offset before the last Sunday of March', offset(1, 'EU'), '2030-03-26 at 7', '2030-03-26T06:00:00.000Z'],
  [
    'a European offset before the last Sunday of October',
    offset(1, 'EU'),
    '2027-10-26 at 7',
    '2027-10-26T05:00:00.000Z',
  ],
  ['an American hour after clocks are put back', offset(-8, 'NA'), '2026-11-01 at 2', '2026-11-01T10:00:00.000Z'],
  ['an Indian seller account: no summer time', offset(5, 'IN'), '2026-07-20 at 7', '2026-07-20T02:00:00.000Z'],
  ['no seller account yet', offset(5, null), '2026-07-20 at 7', '2026-07-20T02:00:00.000Z'],
  [
    'a zone that nobody knows: the offset counts',
    { ...offset(2, null), timeZone: 'Mars/Olympus' },
    '2026-07-20 at 7',
    '2026-07-20T05:00:00.000Z',
  ],
])('the instant of a local day: %s', (...[, clock, when, at]) => {
  const [day = '', hour] = when.split(' at ');

  expect(instantOf(clock, day, Number(hour)).toISOString()).toBe(at);
});

/** Steps through time as the worker does, and returns the days whose digests were owed. */
function daysOf(clock: DigestClock, from: string, to: string): string[] {
  const days: string[] = [];
  let now = new Date(`${from}T00:00:00Z`);
  let { lastDay, nextAt } = digestStep(clock, { now, lastDay: null, hadDigest: false });
  while (nextAt < new Date(`${to}T00:00:00Z`)) {
    now = nextAt;
    const step = digestStep(clock, { now, lastDay, hadDigest: true });
    days.push(step.owed ?? 'none');
    ({ lastDay, nextAt } = step);
  }
  return days;
}

test.each<[string, LocalClock]>([
  ['Berlin', zone('Europe/Berlin')],
  ['Santiago', zone('America/Santiago')],
  ['Cairo', zone('Africa/Cairo')],
  ['Azores', zone('Atlantic/Azores')],
  ['Lord Howe', zone('Australia/Lord_Howe')],
  ['Nuuk', zone('America/Nuuk')],
  ['UTC-12 with American summer', offset(-12, 'NA')],
  ['UTC+12 with European summer', offset(12, 'EU')],
])('a year of digests has every local day once, at each hour: %s', (_name, clock) => {
  for (const hour of [0, 1, 2, 3, 23]) {
    const days = daysOf({ ...clock, hour }, '2026-01-03', '2027-01-03');
    const [first = ''] = days;
    expect(days.length).toBeGreaterThan(362);
    expect([hour, days]).toEqual([hour, days.map((_day, index) => addDays(first, index))]);
  }
});

const zones = ['Europe/Berlin', 'America/Los_Angeles', 'Asia/Kolkata', 'Pacific/Auckland', 'America/Santiago', 'UTC'];

test('however the hour and the zone change, no local day gets two digests, and none is left out once its hour has come', () => {
  const change = fc.record({
    timeZone: fc.constantFrom(...zones),
    hour: fc.integer({ min: 0, max: 23 }),
    afterMinutes: fc.integer({ min: 1, max: 4000 }),
  });
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 25 }), (changes) => {
      const life = { now: new Date('2026-10-20T12:00:00Z'), clock: { ...zone('UTC'), hour: 7 } as DigestClock };
      let step = digestStep(life.clock, { now: life.now, lastDay: null, hadDigest: false });
      const days: string[] = [];
      const look = (now: Date) => {
        life.now = now;
        step = digestStep(life.clock, { now, lastDay: step.lastDay, hadDigest: true });
        days.push(...(step.owed === null ? [] : [step.owed]));
        // Today's digest is settled once its hour has come.
        const today = localDay(life.clock, now);
        const isDue = instantOf(life.clock, today, life.clock.hour) <= now;
        expect(!isDue || step.lastDay >= today).toBe(true);
        expect(step.nextAt > now).toBe(true);
      };
      for (const { afterMinutes, timeZone, hour } of changes) {
        const until = new Date(life.now.getTime() + afterMinutes * 60_000);
        while (step.nextAt <= until) look(step.nextAt);
        life.clock = { ...zone(timeZone), hour };
        look(until);
      }
      expect(days).toEqual([...new Set(days)].toSorted());
    }),
    { seed: 7, numRuns: 300 },
  );
});

test('after a week without a check only the digest of today is owed, not seven', () => {
  const clock = { ...zone('Europe/Berlin'), hour: 7 };

  const step = digestStep(clock, { now: new Date('2026-11-20T09:00:00Z'), lastDay: '2026-11-12', hadDigest: true });

  expect(step).toMatchObject({ owed: '2026-11-20', nextAt: new Date('2026-11-21T06:00:00Z') });
});

test('an address that is added at noon gets its first digest the next morning', () => {
  const step = digestStep(
    { ...zone('UTC'), hour: 7 },
    { now: new Date('2026-11-20T12:00:00Z'), lastDay: null, hadDigest: false },
  );

  expect(step).toEqual({ owed: null, lastDay: '2026-11-20', nextAt: new Date('2026-11-21T07:00:00Z') });
});

test.each([
  [false, '2026-11-19', '2026-11-20T18:00:00.000Z'],
  [true, '2026-11-20', '2026-11-21T18:00:00.000Z'],
])('a later hour still brings the digest of today unless there was one (%s)', (hadDigest, lastDay, nextAt) => {
  const clock = { ...zone('UTC'), hour: 18 };

  const step = digestStep(clock, { now: new Date('2026-11-20T12:00:00Z'), lastDay: '2026-11-20', hadDigest });

  expect(step).toEqual({ owed: null, lastDay, nextAt: new Date(nextAt) });
});

test.each<[string, LocalClock, { from: number; to: number } | null, string, string]>([
  ['without quiet hours', zone('UTC'), null, '2026-11-20T03:00:00Z', '2026-11-20T03:00:00.000Z'],
  ['within the day', zone('UTC'), { from: 12, to: 14 }, '2026-11-20T12:00:00Z', '2026-11-20T14:00:00.000Z'],
  ['at their end', zone('UTC'), { from: 12, to: 14 }, '2026-11-20T14:00:00Z', '2026-11-20T14:00:00.000Z'],
  [
    'over midnight, as they begin',
    zone('UTC'),
    { from: 22, to: 7 },
    '2026-11-20T22:00:00Z',
    '2026-11-21T07:00:00.000Z',
  ],
  ['over midnight, before it', zone('UTC'), { from: 22, to: 7 }, '2026-11-20T23:30:00Z', '2026-11-21T07:00:00.000Z'],
  ['over midnight, after it', zone('UTC'), { from: 22, to: 7 }, '2026-11-21T03:00:00Z', '2026-11-21T07:00:00.000Z'],
  [
    'in the zone of the address',
    zone('Asia/Kolkata'),
    { from: 22, to: 7 },
    '2026-11-20T20:00:00Z',
    '2026-11-21T01:30:00.000Z',
  ],
  [
    'as clocks are put on',
    zone('Europe/Berlin'),
    { from: 22, to: 7 },
    '2027-03-27T22:00:00Z',
    '2027-03-28T05:00:00.000Z',
  ],
  [
    'an end that is skipped',
    zone('Europe/Berlin'),
    { from: 22, to: 2 },
    '2027-03-27T22:00:00Z',
    '2027-03-28T01:00:00.000Z',
  ],
  [
    'an end that is skipped together with midnight',
    zone('America/Nuuk'),
    { from: 11, to: 23 },
    '2027-03-27T20:00:00Z',
    '2027-03-28T01:00:00.000Z',
  ],
  [
    'a quarter of an hour that is shown again after their end',
    zone('Pacific/Chatham'),
    { from: 22, to: 3 },
    '2027-04-03T14:00:00Z',
    '2027-04-03T14:15:00.000Z',
  ],
  ['of no length', zone('UTC'), { from: 7, to: 7 }, '2026-11-20T07:30:00Z', '2026-11-20T07:30:00.000Z'],
])('quiet hours %s', (...[, clock, quiet, now, until]) => {
  const end = quietUntil(clock, quiet, new Date(now));

  expect(end.toISOString()).toBe(until);
  expect(quietUntil(clock, quiet, end)).toEqual(end);
  expect(localHour(clock, end)).toBeGreaterThanOrEqual(0);
});
