import { expect, test } from 'vitest';
import { type MailLink, mailScopes } from '@app/shared/contract/mail-links.ts';
import { dayMs } from '@app/shared/base/time.ts';
import { textsOf } from './mail-action-texts.ts';

const now = Date.parse('2026-11-20T08:00:00Z');
const muteLink = (mute: { readonly days: number; readonly isMutedLonger: boolean }): MailLink => ({
  purpose: 'mute',
  email: 'owner@example.com',
  scope: null,
  headline: 'Buy box lost',
  productName: 'Kettle',
  marketplace: 'US',
  level: null,
  usedAt: null,
  mutedUntil: new Date(now + mute.days * dayMs).toISOString(),
  isMutedLonger: mute.isMutedLonger,
});

test('after an issue was muted by a link, its page says until when', () => {
  const { button, after } = textsOf(muteLink({ days: 1, isMutedLonger: false }), now);

  expect(button).toBe('Mute for 24 hours');
  expect(after).toMatch(/^Buy box lost: Kettle, US\. It is muted until tomorrow \d\d:\d\d\.$/);
});

test.each([
  [7, /It is muted until 27 Nov\.$/],
  [999, /It is muted until turned back on\.$/],
])('the page of a link for an issue that is muted for %s days says so, and has nothing to press', (days, text) => {
  const { title, what, button } = textsOf(muteLink({ days, isMutedLonger: true }), now);

  expect([title, button]).toEqual(['This is muted for longer already', null]);
  expect(what).toMatch(text);
});

test.each(mailScopes)('who unsubscribes from %s is not promised mails that may be off already', (scope) => {
  const link: MailLink = { ...muteLink({ days: 1, isMutedLonger: false }), purpose: 'unsubscribe', scope };
  const { what, after } = textsOf(link, now);

  expect(`${what} ${after}`).not.toMatch(/still come/);
});
