import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { csrf, isAuthenticated } from '@app/shared/contract/auth.ts';
import type { Endpoint } from '@app/shared/contract/endpoint.ts';
import { contract } from '@app/shared/contract/index.ts';
import { sellerList } from '@app/shared/contract/sellers.ts';
import { call } from './call.ts';
import { isOffline } from './connection.ts';
import { forgetCsrf } from './csrf.ts';
import { deadlineOf } from './deadline.ts';
import { probeConnection } from './probe.ts';
import { shownError } from './shown-error.ts';

/** The deadlines that have begun, in milliseconds, and how to let the latest one pass. */
let begun: number[];
let pass: () => void;
let silent: ReadonlySet<string>;

/** Settles only by the signal, like a request to a server that takes the connection and says nothing. */
const silence = (signal: AbortSignal | null | undefined): Promise<Response> =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error));
  });

beforeEach(() => {
  begun = [];
  silent = new Set();
  forgetCsrf();
  isOffline.set(false);
  shownError.set(null);
  vi.stubGlobal('document', { cookie: '' });
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    begun.push(ms);
    const clock = new AbortController();
    pass = () => clock.abort(new DOMException('The operation timed out.', 'TimeoutError'));
    return clock.signal;
  });
  vi.stubGlobal('fetch', (url: string, { signal }: RequestInit) => {
    if (silent.has(url)) return silence(signal);
    return Promise.resolve(
      Response.json(url === csrf.path ? { headerName: 'x-csrf-token', token: 't' } : { sellerAccounts: [] }),
    );
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a call that a server never answers ends like an outage after a minute', async () => {
  silent = new Set([sellerList.path]);
  const outcome = call(sellerList).catch((error: unknown) => error);
  await expect.poll(() => begun).toEqual([20_000, 60_000]);
  expect(isOffline.get()).toBe(false);

  pass();

  expect(await outcome).toMatchObject({ status: 0, message: 'You seem to be offline' });
  expect([isOffline.get(), shownError.get()]).toEqual([true, null]);
});

test('an answer of which only the beginning arrives ends like an outage after a minute', async () => {
  vi.stubGlobal('fetch', async (url: string, { signal }: RequestInit) => {
    if (url === csrf.path) return Response.json({ headerName: 'x-csrf-token', token: 't' });
    const start = (body: ReadableStreamDefaultController) =>
      // Browsers differ in the name of this error.
      signal?.addEventListener('abort', () => body.error(new DOMException('The user aborted.', 'AbortError')));
    return new Response(new ReadableStream({ start }));
  });
  const outcome = call(sellerList).catch((error: unknown) => error);
  await expect.poll(() => begun).toEqual([20_000, 60_000]);

  pass();

  expect(await outcome).toMatchObject({ status: 0, message: 'You seem to be offline' });
  expect(isOffline.get()).toBe(true);
});

test('a call whose caller gives up is no outage', async () => {
  silent = new Set([sellerList.path]);
  const caller = new AbortController();
  const outcome = call(sellerList, {}, { signal: caller.signal }).catch((error: unknown) => error);
  await expect.poll(() => begun).toHaveLength(2);

  caller.abort();

  expect(await outcome).toMatchObject({ name: 'AbortError' });
  expect(isOffline.get()).toBe(false);
});

test('a token that a server never gives ends the call, and the look for the connection, after 20 s', async () => {
  silent = new Set([csrf.path]);
  const outcome = call(sellerList).catch((error: unknown) => error);
  await expect.poll(() => begun).toEqual([20_000]);
  pass();
  expect(await outcome).toMatchObject({ status: 0, message: 'Your connection seems to be down at the moment.' });

  const answered = probeConnection();
  await expect.poll(() => begun).toEqual([20_000, 20_000]);
  pass();
  expect(await answered).toBe(false);
});

test('a look for the connection that misses its deadline does not end a connection that is back', async () => {
  silent = new Set([csrf.path]);
  const first = probeConnection();
  await expect.poll(() => begun).toEqual([20_000]);
  const passFirst = pass;
  silent = new Set();
  expect([await probeConnection(), isOffline.get()]).toEqual([true, false]);

  passFirst();

  expect([await first, isOffline.get()]).toEqual([false, false]);
});

test('a call that the page has made before its application was loaded has the same deadline', async () => {
  vi.stubGlobal('firstReplies', new Map([[isAuthenticated.path, silence(null)]]));
  const outcome = call(isAuthenticated).catch((error: unknown) => error);
  await expect.poll(() => begun).toEqual([20_000, 60_000]);

  pass();

  expect(await outcome).toMatchObject({ status: 0, message: 'You seem to be offline' });
});

test('a change of an operator for all tenants, which is made for one after another, has three minutes', () => {
  const changes = [contract.operator.announceByOperator, contract.operator.setKindsByOperator];
  for (const endpoint of changes) deadlineOf(endpoint);

  expect(begun).toEqual([180_000, 180_000]);
});

test('calls that name or answer thousands of issues or products have three minutes', () => {
  const { bulkSetIssueStatus, bulkMute, setIncident } = contract.triage;
  const large = [bulkSetIssueStatus, bulkMute, setIncident, contract.billing.dailyCostDetails];
  for (const endpoint of large) deadlineOf(endpoint);

  expect(begun).toEqual(large.map(() => 180_000));
});

test('imports, large bodies and large answers have three minutes', () => {
  const large = Object.values(contract)
    .flatMap((area) => Object.values<Endpoint>(area))
    .filter(({ upload, largeBody, validatedOnce }) => upload ?? largeBody ?? validatedOnce);
  expect(large.length).toBeGreaterThan(3);
  for (const endpoint of large) deadlineOf(endpoint);

  expect(new Set(begun)).toEqual(new Set([180_000]));
});
