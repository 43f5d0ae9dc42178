import { expect, test } from 'vitest';
import { testClock } from '../../../../testing/clock.ts';
import type { ClaimedMessage, Outcome } from '../outbox/message.ts';
import { createPushSender } from './push.ts';

const start = new Date('2026-11-22T10:00:00Z');
const away: Outcome = { outcome: 'later', error: 'No answer', after: null, isUnreachable: true };

/** Returns the outcome when a push service does not answer this many minutes after the message was created. */
const concludeAfter = (minutes: number) => {
  const clock = testClock(start);
  clock.advance(minutes * 60_000);
  const sender = createPushSender({ push: null as never, clock }, () =>
    Promise.reject(new Error('Nothing is composed')),
  );
  return sender.conclude(null as never, { createdAt: start } as ClaimedMessage, away);
};

test('a message waits a tenth of its age for a push service that is away, and is given up after five hours', async () => {
  expect(await concludeAfter(0)).toEqual({ next: 'wait', at: new Date('2026-11-22T10:00:03Z') });
  expect(await concludeAfter(10)).toEqual({ next: 'wait', at: new Date('2026-11-22T10:11:00Z') });
  expect(await concludeAfter(299)).toEqual({ next: 'wait', at: new Date('2026-11-22T15:04:00Z') });
  expect(await concludeAfter(300)).toEqual({ next: 'give up' });
});
