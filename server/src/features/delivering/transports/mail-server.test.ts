import { expect, test } from 'vitest';
import { dayMs, hourMs, minuteMs, secondMs } from '@app/shared/base/time.ts';
import { testClock } from '../../../../testing/clock.ts';
import { MailServer } from './mail-server.ts';

const start = new Date('2026-11-22T10:00:00Z');
const away = { outcome: 'later', error: 'connect ECONNREFUSED', after: null, isUnreachable: true } as const;

/** The waits of attempts at these times after the first one, in milliseconds. */
function waitsAt(...times: readonly number[]): readonly number[] {
  const clock = testClock(start);
  const server = new MailServer(clock);
  return times.map((ms) => {
    clock.advance(start.getTime() + ms - clock.now().getTime());
    const conclusion = server.conclude({ createdAt: start }, away);
    return conclusion.next === 'wait' ? conclusion.at.getTime() - clock.now().getTime() : Number.NaN;
  });
}

test('while the mail server is away a mail waits for a tenth of the outage, three seconds at least and a minute at most', () => {
  expect(waitsAt(0, 10 * secondMs, minuteMs, 5 * minuteMs, 3 * hourMs)).toEqual([
    3 * secondMs,
    3 * secondMs,
    6 * secondMs,
    30 * secondMs,
    minuteMs,
  ]);
});

test('an answer of the mail server ends the outage', () => {
  const clock = testClock(start);
  const server = new MailServer(clock);
  server.conclude({ createdAt: start }, away);
  clock.advance(hourMs);
  server.noteAnswer();

  const at = new Date(clock.now().getTime() + 3 * secondMs);
  expect(server.conclude({ createdAt: start }, away)).toEqual({ next: 'wait', at });
});

test('a mail of more than a day has its usual attempts', () => {
  const clock = testClock(start);
  clock.advance(dayMs + 1);

  expect(new MailServer(clock).conclude({ createdAt: start }, away)).toEqual({ next: 'usual' });
});

test('a mail that the server has refused for the moment has its usual attempts', () => {
  const busy = { outcome: 'later', error: '450 busy', after: null, isUnreachable: false } as const;

  expect(new MailServer(testClock(start)).conclude({ createdAt: start }, busy)).toEqual({ next: 'usual' });
});
