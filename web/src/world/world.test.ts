import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { csrf } from '@app/shared/contract/auth.ts';
import type { WorldAnswer } from '@app/shared/contract/world.ts';
import { createQueryClient } from '../lib/http/query-client.ts';
import { forgetCsrf } from '../lib/http/csrf.ts';
import { buildItem, buildProduct, buildWorld } from '../../testing/world-build.ts';
import { statusChange } from './triage-change.ts';
import { sendTriage, unknownState, worldKey } from './triage.ts';
import { fetchChanges, fetchWorld } from './world.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T20:00:00Z') }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  forgetCsrf();
});

/** Fetches the changes of a world of yesterday. */
async function fetchAfter(known: WorldAnswer, answer: Response): Promise<WorldAnswer> {
  vi.stubGlobal('fetch', async (path: string) =>
    path === csrf.path ? Response.json({ headerName: 'x-csrf-token', token: 't' }) : answer,
  );
  const client = createQueryClient();
  client.setQueryData(worldKey, known);
  return fetchWorld(client, new AbortController().signal);
}

const sold = (day: number, unitsSold: number) => ({
  day,
  month: 11,
  unitsSold,
  organicUnits: null,
  organicOrders: null,
  promotionCodesUsedUnits: 0,
});
const ofYesterday = buildProduct({ productId: '1', sales: [sold(20, 3)] });
const ofToday = buildProduct({ productId: '2', sales: [sold(21, 4)] });
const known = buildWorld({ products: [ofYesterday] });
const salesIn = ({ products }: WorldAnswer) =>
  products.map(({ sales }) => sales.map(({ day, unitsSold }) => [day, unitsSold]));

test('a product that the server has not sent again since yesterday shows its sales as those of yesterday', async () => {
  const unchanged = await fetchAfter(known, new Response(null, { status: 304 }));
  const delta = buildWorld({ full: false, state: 'later', products: [ofToday] });
  const changed = await fetchAfter(known, Response.json(delta));

  const moved = [
    [21, 0],
    [20, 3],
  ];
  expect(salesIn(unchanged)).toEqual([moved]);
  expect(salesIn(changed)).toEqual([moved, [[21, 4]]]);
});

test('without changes on the same day the world stays the same object', async () => {
  const current = buildWorld({ products: [ofToday] });

  expect(await fetchAfter(current, new Response(null, { status: 304 }))).toBe(current);
});

interface Asked {
  readonly path: string;
  readonly signal: AbortSignal | null | undefined;
  readonly answer: (reply: Response) => void;
}

/** A page whose requests for the world are answered by hand; with `null` it has no world yet. */
function openPage(heldState: string | null = 'held') {
  const asked: Asked[] = [];
  vi.stubGlobal('fetch', (path: string, { signal }: RequestInit = {}) => {
    if (path === csrf.path) return Promise.resolve(Response.json({ headerName: 'x-csrf-token', token: 't' }));
    return new Promise<Response>((answer) => void asked.push({ path, signal, answer }));
  });
  const client = createQueryClient();
  if (heldState !== null) client.setQueryData(worldKey, buildWorld({ state: heldState }));
  const observer = new QueryObserver(client, {
    queryKey: worldKey,
    queryFn: ({ signal }) => fetchWorld(client, signal),
    structuralSharing: false,
  });
  const close = observer.subscribe(() => undefined);
  const state = () => client.getQueryData<WorldAnswer>(worldKey)?.state;
  return { client, asked, state, close };
}

const delta = (state: string) => Response.json(buildWorld({ full: false, state }));

test('while the world keeps changing, an answer that takes longer than the time between two events is shown', async () => {
  const { client, asked, state, close } = openPage();
  for (const requests of [1, 2, 3, 4]) {
    void fetchChanges(client);
    await vi.waitFor(() => expect(asked).toHaveLength(requests));
  }
  for (let event = 5; event <= 8; event += 1) void fetchChanges(client);

  expect(asked.map(({ signal }) => signal?.aborted)).toEqual([true, true, true, false]);
  asked.at(-1)?.answer(delta('after the first events'));
  await vi.waitFor(() => expect(asked).toHaveLength(5));
  expect(state()).toBe('after the first events');
  asked.at(-1)?.answer(delta('after the last event'));
  await vi.waitFor(() => expect(state()).toBe('after the last event'));
  expect(asked).toHaveLength(5);
  close();
});

test('the first answer is not replaced by an event that comes before it, and changes since are requested after it', async () => {
  const { client, asked, state, close } = openPage(null);
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  for (let event = 1; event <= 3; event += 1) void fetchChanges(client);

  expect(asked.map(({ signal }) => signal?.aborted)).toEqual([false]);
  asked[0]?.answer(Response.json(buildWorld({ state: 'first' })));
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  expect(state()).toBe('first');
  asked[1]?.answer(delta('after the last event'));
  await vi.waitFor(() => expect(state()).toBe('after the last event'));
  expect(asked).toHaveLength(2);
  close();
});

test('while a change is in flight no changes are requested, because their answer might not contain it', async () => {
  const { client, asked, close } = openPage();
  const item = buildItem({ productId: '1' });
  sendTriage(client, statusChange([item], 1), { onRefused: () => undefined, onLeftOut: () => undefined });
  await vi.waitFor(() => expect(asked).toHaveLength(1));

  expect(await fetchWorld(client, new AbortController().signal)).toBe(client.getQueryData(worldKey));
  expect(asked).toHaveLength(1);

  asked[0]?.answer(new Response(null, { status: 204 }));
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  close();
});

test.each([
  ['held', 'held', null],
  [unknownState, null, 'true'],
])('a page with the state "%s" requests the changes since, or the whole world if it is not sure', async (...row) => {
  const [state, since, init] = row;
  const { client, asked, close } = openPage(state);
  void fetchChanges(client);
  await vi.waitFor(() => expect(asked).toHaveLength(1));

  const { searchParams } = new URL(asked[0]?.path ?? '', 'https://localhost');
  expect([searchParams.get('state'), searchParams.get('init')]).toEqual([since, init]);
  close();
  client.clear();
});
