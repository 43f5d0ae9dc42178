import { expect, test } from 'vitest';
import { sessionCache } from './session-cache.ts';

const start = new Date('2026-06-15T12:00:00Z');
const after = (ms: number): Date => new Date(start.getTime() + ms);
const key = (sessionHash: string, tenantId = 'tenant') => ({ tenantId, sessionHash });
const session = {
  emailAddressId: '1',
  email: 'ada@example.com',
  isPrimary: true,
  hiddenSellerAccountIds: [],
  keepMeSignedIn: true,
  createdAt: start,
  lastSeenAt: start,
  lacksTwoFactor: false,
  isServed: true,
  operating: 'no' as const,
  expiresAt: after(1_000_000),
};

test('a session is read again after a second, however often it is used in between', () => {
  const cache = sessionCache();
  cache.put(key('a'), session, start);

  const early = cache.get(key('a'), after(999));
  if (early) cache.put(key('a'), early, after(999));

  expect(early).toBe(session);
  expect(cache.get(key('a'), after(1000))).toBeNull();
});

test('an ended session is dropped at once', () => {
  const cache = sessionCache();
  cache.put(key('a'), session, start);

  cache.drop(key('a'));

  expect(cache.get(key('a'), start)).toBeNull();
});

test('a session under another tenant id is not found', () => {
  const cache = sessionCache();
  cache.put(key('a'), session, start);

  expect(cache.get(key('a', 'another'), start)).toBeNull();
});

test('at most ten thousand sessions are cached', () => {
  const cache = sessionCache();

  for (let n = 0; n <= 10_000; n += 1) cache.put(key(String(n)), session, start);

  expect(cache.get(key('0'), start)).toBeNull();
  expect(cache.get(key('1'), start)).toBe(session);
  expect(cache.get(key('10000'), start)).toBe(session);
});
