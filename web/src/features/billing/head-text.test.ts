import { expect, test } from 'vitest';
import { paymentStatus } from '@app/shared/domain/billing/payment-status.ts';
import { headText } from './head-text.ts';

const paying = {
  paymentStatus: paymentStatus.good,
  canceled: false,
  endsAt: null,
  plan: 'daily',
  period: { from: '2026-11-01', to: '2026-11-30' },
} as const;
/** The end of a billing period, whose last day is the 30th, as the mail about the cancellation says. */
const endsAt = '2026-12-01T00:00:00.000Z';

test.each([
  [
    'pays by ASIN and day',
    paying,
    'Pay per tracked ASIN and day. You can cancel in two clicks and keep access to the end of the period.',
  ],
  [
    'is in the trial',
    { ...paying, period: null },
    'Pay per tracked ASIN and day. You can cancel in two clicks and keep access to the end of the trial.',
  ],
  [
    'has a package',
    { ...paying, plan: 'package' } as const,
    'You pay for a package of products, spread over 30 days. You can cancel in two clicks and keep access to the end of the period.',
  ],
  ['is exempt', { ...paying, paymentStatus: paymentStatus.exempt }, 'This account is exempt: nothing is charged.'],
  [
    'has cancelled',
    { ...paying, canceled: true, endsAt },
    'Pay per tracked ASIN and day. Your subscription is cancelled. You may use the product until 30 November 2026.',
  ],
])('the head of the page says what holds for an account that %s', (_case, status, text) => {
  expect(headText(status)).toBe(text);
});

test.each(['missing', 'suspended', 'blocked'] as const)(
  'an account whose service is off (%s) is promised no access',
  (state) => {
    const text = headText({ ...paying, paymentStatus: paymentStatus[state] });

    expect(text).toContain('not watched now');
    expect(text).not.toContain('access');
  },
);
