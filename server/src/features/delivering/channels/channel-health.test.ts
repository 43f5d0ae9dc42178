import { expect, test } from 'vitest';
import { afterFailure, healthy, reasonToStop, type ChannelHealth, type Failure } from './channel-health.ts';

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

const notFound: Failure = { outcome: 'gone', error: 'It answered 404', isCertain: false };
const busy: Failure = { outcome: 'later', error: 'It answered 503', after: null, isUnreachable: false };

/** Returns the number of these failures, one a minute, after which the channel is stopped; `null` if it goes on. */
function stopsAfter(failures: readonly Failure[]): number | null {
  let health = healthy;
  const index = failures.findIndex((failure, minute) => {
    const now = after(minute * 60);
    health = afterFailure(health, { failure, now, random: { fraction: () => 0 } });
    return reasonToStop(health, failure, now) !== null;
  });
  return index === -1 ? null : index + 1;
}

const times = (count: number, failure: Failure) => Array.from({ length: count }, () => failure);

test('only answers 404 that follow each other stop a channel: another failure begins their count anew', () => {
  expect(stopsAfter(times(20, notFound))).toBe(8);
  expect(stopsAfter([...times(7, notFound), busy, ...times(7, notFound), away, ...times(7, notFound)])).toBeNull();
});

/** Fails after this many seconds, so that the next attempt would follow a minute later. */
const stopAt = (seconds: number) => reasonToStop({ ...failing, waitUntil: after(seconds + 60) }, busy, after(seconds));

test('a channel that takes nothing is stopped by its last attempt within three days', () => {
  expect(stopAt(3 * 86_400 - 61)).toBeNull();
  expect(stopAt(3 * 86_400 - 60)).toBe('Nothing was taken for three days. It answered 503');
});
