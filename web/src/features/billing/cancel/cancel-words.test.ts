import { expect, test } from 'vitest';
import { paymentStatus } from '@app/shared/domain/billing/payment-status.ts';
import { canceledText, resumeText, usableText } from './cancel-words.ts';

const paying = {
  paymentStatus: paymentStatus.good,
  endsAt: null,
};
/** The end of a billing period, whose last day is the 30th, as the mail about the cancellation says. */
const endsAt = '2026-12-01T00:00:00.000Z';

test('who cancels a subscription may use it to the end of the billing period, in the words of section 8', () => {
  expect(usableText(paying)).toBe('You may still use the product until the end of this billing period.');
});

test.each(['missing', 'suspended', 'blocked', 'canceled'] as const)(
  'who cancels while nothing is watched (%s) is not told that the product may still be used',
  (state) => {
    expect(usableText({ ...paying, paymentStatus: paymentStatus[state] })).not.toContain('may still use');
  },
);

test('a cancelled subscription says until when it may be used, if it may, and after that when it ended', () => {
  const ended = { ...paying, endsAt, paymentStatus: paymentStatus.canceled };

  expect(canceledText({ ...paying, endsAt })).toMatch(/You may use the product until 30 November 2026\.$/);
  expect(canceledText({ ...paying, endsAt, paymentStatus: paymentStatus.suspended })).toBe(
    'Your subscription is cancelled and ends on 30 November 2026.',
  );
  expect(canceledText(ended)).toBe('Your subscription is cancelled and ended on 30 November 2026.');
});

test('products stay watched only if they are watched when the subscription is re-activated', () => {
  const cancelled = { ...paying, endsAt };

  expect(resumeText(cancelled)).toContain('Your products stay watched');
  for (const state of ['suspended', 'canceled'] as const) {
    const text = resumeText({ ...cancelled, paymentStatus: paymentStatus[state] });
    expect(text).not.toContain('stay watched');
    expect(text).toContain('if a bill is open, once it is paid');
    expect(text.includes('a new billing period begins')).toBe(state === 'canceled');
  }
});
