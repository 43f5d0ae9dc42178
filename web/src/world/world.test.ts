import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { csrf } from '@app/shared/contract/auth.ts';
import type { WorldAnswer } from '@app/shared/contract/world.ts';
import { createQueryClient } from '../lib/http/query-client.ts';
import { forgetCsrf } from '../lib/http/csrf.ts';
import { buildProduct, buildWorld } from '../../testing/world-build.ts';
import { worldKey } from './triage.ts';
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

/** A page whose requests for the world are answered by hand. */
function openPage() {
  const asked: { readonly signal: AbortSignal | null | undefined; readonly answer: (reply: Response) => void }[] = [];
  vi.stubGlobal('fetch', (path: string, { signal }: RequestInit = {}) => {
    if (path === csrf.path) return Promise.resolve(Response.json({ headerName: 'x-csrf-token', token: 't' }));
    return new Promise<Response>((answer) => void asked.push({ signal, answer }));
  });
  const client = createQueryClient();
  client.setQueryData(worldKey, buildWorld({ state: 'held' }));
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
