import { expect, test } from 'vitest';
import { afterFailure, healthy, type ChannelHealth, type Failure } from './channel-health.ts';

const start = new Date('2026-11-22T10:00:00Z');
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const away: Failure = { outcome: 'later', error: 'No answer', after: null, isUnreachable: true };
const failing: ChannelHealth = { ...healthy, failures: 1, failingSince: start };
const fail = (failure: Failure, seconds: number) =>
  afterFailure(failing, { failure, now: after(seconds), random: { fraction: () => 0 } }).waitUntil;

test('a receiver that does not answer is tried again after a tenth of its outage, at most five minutes later', () => {
  expect([0, 60, 3600].map((seconds) => fail(away, seconds))).toEqual([after(3), after(66), after(3900)]);
});

test('a receiver that answers that nothing is there is not asked again soon', () => {
  const gone: Failure = { outcome: 'gone', error: 'It answered 404', isCertain: false };

  expect(fail(gone, 0)).toEqual(after(60));
});
