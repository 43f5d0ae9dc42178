import { expect, test } from 'vitest';
import { subscriptionNote } from './subscription-note.ts';

const active = {
  canceled: false,
  endsAt: null,
  plan: 'daily',
  period: { from: '2026-11-01', to: '2026-11-30' },
  trialEndsAt: '2026-11-01T12:00:00Z',
} as const;

test.each([
  [active, 'Paid per tracked ASIN and day'],
  [{ ...active, plan: 'package' } as const, 'A package of products'],
  [{ ...active, period: null }, 'Free trial until 1 November 2026'],
  [{ ...active, canceled: true, endsAt: '2026-11-30T12:00:00Z' }, 'Cancelled, in use until 30 November 2026'],
  [{ ...active, canceled: true }, 'Cancelled'],
])('%o: %s', (facts, note) => {
  expect(subscriptionNote(facts)).toBe(note);
});
