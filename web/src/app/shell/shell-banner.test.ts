import { expect, test } from 'vitest';
import { shellBanner, type BannerFacts } from './shell-banner.ts';
import { hourMs } from '@app/shared/base/time.ts';

const now = Date.parse('2026-11-20T08:00:00Z');
const quiet: BannerFacts = {
  deletedAt: null,
  paymentStatus: 2,
  isOwner: true,
  accountErrors: [],
  errorsClosedAt: 0,
  isVerified: true,
  reminderClosedAt: 0,
  announcement: null,
  closedAnnouncement: null,
  now,
};
const broken = { sellerId: '1', message: 'UK is broken.' };
const kindOf = (facts: Partial<BannerFacts>) => shellBanner({ ...quiet, ...facts })?.kind ?? null;

test.each([
  [402, 'Your account is suspended.'],
  [99_402, 'Your account is suspended.'],
  [403, 'Your plan is cancelled.'],
  [3, 'Your last payment failed.'],
  [1, 'Your account has no payment method.'],
])('payment status %i shows a banner', (paymentStatus, title) => {
  expect(shellBanner({ ...quiet, paymentStatus })).toMatchObject({ title });
});

test.each([
  [402, 'Set a payment method'],
  [99_402, 'Set a payment method'],
  [403, 'Re-activate'],
  [3, 'Check the payment method'],
  [1, 'Add a payment method'],
])('with payment status %i the owner gets a button, and other users read whom to ask', (paymentStatus, action) => {
  expect(shellBanner({ ...quiet, paymentStatus })).toMatchObject({ action });
  expect(shellBanner({ ...quiet, paymentStatus, isOwner: false })).toMatchObject({
    action: null,
    text: 'Please ask the owner of the account.',
  });
});

test.each([0, 2])('payment status %i shows no banner', (paymentStatus) => {
  expect(kindOf({ paymentStatus })).toBeNull();
});

test('one banner is shown at a time, the worst first', () => {
  const everything = { accountErrors: [broken], isVerified: false, announcement: 'News' };

  expect(kindOf({ ...everything, paymentStatus: 402 })).toBe('payment');
  expect(kindOf({ ...everything, paymentStatus: 3 })).toBe('accountErrors');
  expect(kindOf({ ...everything, accountErrors: [], paymentStatus: 3 })).toBe('payment');
  expect(kindOf({ ...everything, accountErrors: [] })).toBe('announcement');
  expect(kindOf({ isVerified: false })).toBe('unverified');
});

test('the account errors lead to the section of the settings in which they are mended', () => {
  const stopped = { sellerId: '', message: 'ann@acme.example gets no mail any more.' };

  expect(shellBanner({ ...quiet, accountErrors: [broken, stopped] })).toMatchObject({
    text: 'UK is broken. ann@acme.example gets no mail any more.',
    section: 'storefronts',
  });
  expect(shellBanner({ ...quiet, accountErrors: [stopped] })).toMatchObject({ section: 'emails' });
});

test('the account errors return 3 hours after they were closed', () => {
  const accountErrors = [broken];

  expect(kindOf({ accountErrors, errorsClosedAt: now - 3 * hourMs + 1 })).toBeNull();
  expect(kindOf({ accountErrors, errorsClosedAt: now - 3 * hourMs })).toBe('accountErrors');
});

test('the reminder to confirm the e-mail address returns the next day', () => {
  expect(kindOf({ isVerified: false, reminderClosedAt: now - 23 * hourMs })).toBeNull();
  expect(kindOf({ isVerified: false, reminderClosedAt: now - 24 * hourMs })).toBe('unverified');
});

test('an announcement that was closed stays closed until there is another', () => {
  expect(kindOf({ announcement: 'News', closedAnnouncement: 'News' })).toBeNull();
  expect(kindOf({ announcement: 'Other news', closedAnnouncement: 'News' })).toBe('announcement');
});

test('the deletion of the account comes before everything else, and its owner can keep it', () => {
  const deletedAt = '2026-12-04T08:00:00Z';
  const title = 'This account is deleted on 4 December 2026.';
  expect(shellBanner({ ...quiet, deletedAt, paymentStatus: 402 })).toMatchObject({ title, mayKeep: true });
  expect(shellBanner({ ...quiet, deletedAt, isOwner: false })).toMatchObject({ title, mayKeep: false });
});
