import { expect, test } from 'vitest';
import { readNotification } from './notification.ts';

/** The longest message that SQS accepts, in bytes. */
const longest = 1_048_576;
const long = 'x'.repeat(longest - 500);
const known = { notificationType: 'ANY_OFFER_CHANGED', notificationMetadata: { notificationId: 'n' } };

test.each([
  ['brackets within each other', `${'['.repeat(longest / 2)}${']'.repeat(longest / 2)}`],
  ['objects within each other', `${'{"detail":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
  ['a type of a megabyte', JSON.stringify({ notificationType: long })],
  ['a time of a megabyte', JSON.stringify({ ...known, eventTime: long, payload: {} })],
  ['half a million members', JSON.stringify({ ...known, payload: Array.from({ length: 200_000 }, () => 1) })],
  ['a name that JavaScript knows', JSON.stringify({ ...known, notificationType: '__proto__' })],
  ['no JSON', long],
])('a message of %s is refused with a short reason', (_, body) => {
  const read = readNotification(body);

  expect(read).toHaveProperty('reason');
  expect('reason' in read ? read.reason.length : 0).toBeLessThan(200);
});

test('a message with a character that PostgreSQL does not store is refused, and one that only writes its code is not', () => {
  const message = { ...known, eventTime: '2026-06-15T12:00:00Z' };
  const withSku = (sku: string) =>
    JSON.stringify({ ...message, notificationType: 'LISTINGS_ITEM_ISSUES_CHANGE', payload: { Sku: sku } });

  expect(readNotification(withSku('a\u0000b'))).toEqual({ reason: 'contains U+0000' });
  expect(readNotification(withSku('a\\\u0000b'))).toEqual({ reason: 'contains U+0000' });
  expect(readNotification(withSku(String.raw`a\u0000b`))).toMatchObject({ sku: String.raw`a\u0000b` });
});
