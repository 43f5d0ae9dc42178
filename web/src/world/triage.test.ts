import { afterEach, expect, test, vi } from 'vitest';
import { csrf } from '@app/shared/contract/auth.ts';
import { createQueryClient } from '../lib/http/query-client.ts';
import { forgetCsrf } from '../lib/http/csrf.ts';
import { stateOfTheWorld, type WorldAnswer } from '@app/shared/contract/world.ts';
import { buildGroup, buildItem, buildProduct, buildWorld } from '../../testing/world-build.ts';
import { joinChange, muteChange, statusChange, type TriageChange } from './triage-change.ts';
import {
  isIssueChanged,
  isTriageInFlight,
  sendTriage,
  undoTriage,
  unknownState,
  worldKey,
  worldToKeep,
} from './triage.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  forgetCsrf();
});

const items = [buildItem({ productId: '1' }), buildItem({ productId: '2' })];
const client = createQueryClient();

/** Sends a change and its undo, each of which leaves out this many items; returns what the page is told. */
async function leaveOut(change: TriageChange, untracked: readonly [number, number]): Promise<readonly unknown[]> {
  const told: unknown[] = [];
  const handlers = { onRefused: vi.fn<() => void>(), onLeftOut: (leftOut: unknown) => void told.push(leftOut) };
  const left = [...untracked];
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json(
      path === csrf.path
        ? { headerName: 'x-csrf-token', token: 't' }
        : { leftOut: { untracked: left.shift() ?? 0, removed: 0 } },
    ),
  );
  const sent = sendTriage(client, change, handlers);
  undoTriage(client, sent, handlers);
  await expect.poll(() => client.isMutating(), { interval: 1 }).toBe(0);
  expect([left, handlers.onRefused.mock.calls]).toEqual([[], []]);
  return told;
}

test.each([statusChange(items, 3), joinChange(items)])('undo does not say again what was left out', async (change) => {
  expect(await leaveOut(change, [1, 1])).toEqual([{ untracked: 1, removed: 0 }]);
});

test('undo says what it leaves out of a change that was complete', async () => {
  expect(await leaveOut(statusChange(items, 3), [0, 2])).toEqual([{ untracked: 2, removed: 0 }]);
});

const silent = { onRefused: () => undefined, onLeftOut: () => undefined };
const settled = async () => {
  await expect.poll(() => client.isMutating(), { interval: 1 }).toBe(0);
};

test('a world is kept without its state while the server has not answered a change', async () => {
  const world = buildWorld();
  const answered = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', async (path: string) =>
    path === csrf.path ? Response.json({ headerName: 'x-csrf-token', token: 't' }) : answered.promise,
  );
  expect(worldToKeep(client, world)).toBe(world);

  sendTriage(client, statusChange(items, 1), silent);
  expect(worldToKeep(client, world)).toEqual({ ...world, state: unknownState });

  answered.resolve(Response.json({ leftOut: { untracked: 0, removed: 0 } }));
  await settled();
  expect(worldToKeep(client, world)).toBe(world);
});

test('a change in flight delays the refresh for at most 30 seconds', async () => {
  const answered = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', async (path: string) =>
    path === csrf.path ? Response.json({ headerName: 'x-csrf-token', token: 't' }) : answered.promise,
  );
  sendTriage(client, statusChange(items, 1), silent);
  const sentAt = client.getMutationCache().findAll({ status: 'pending' })[0]?.state.submittedAt ?? 0;

  expect([29_999, 30_000].map((ms) => isTriageInFlight(client, sentAt + ms))).toEqual([true, false]);

  answered.resolve(Response.json({ leftOut: { untracked: 0, removed: 0 } }));
  await settled();
});

test('a change that the server refuses is taken back at once, and the next answer is requested in full', async () => {
  vi.stubGlobal('fetch', async (path: string) =>
    path === csrf.path
      ? Response.json({ headerName: 'x-csrf-token', token: 't' })
      : Response.json({ code: 'forbidden', message: 'm' }, { status: 403 }),
  );
  client.setQueryData(worldKey, buildWorld({ state: 'held', watchDogs: { kind: buildGroup(items) } }));
  const shown = () => {
    const { state, watchDogs } = client.getQueryData<WorldAnswer>(worldKey) ?? buildWorld();
    return [state, watchDogs['kind']?.items['1']?.issueStatus];
  };
  const whenRefused: unknown[] = [];
  const onRefused = () => void whenRefused.push(shown());

  sendTriage(client, statusChange(items, 1), { ...silent, onRefused });
  expect(shown()).toEqual(['held', 1]);
  await settled();

  expect(whenRefused).toEqual([[unknownState, 0]]);
  client.removeQueries({ queryKey: worldKey });
});

test('a page of the table that was requested before a change does not take the change back', async () => {
  const queryKey = [stateOfTheWorld.path, { query: { page: 0 } }];
  const page = buildWorld({
    products: [buildProduct({ productId: '1' })],
    watchDogs: { kind: buildGroup(items) },
  });
  const arrived = Promise.withResolvers<WorldAnswer>();
  vi.stubGlobal('fetch', async (path: string) =>
    path === csrf.path
      ? Response.json({ headerName: 'x-csrf-token', token: 't' })
      : new Response(null, { status: 204 }),
  );
  client.setQueryData(queryKey, page);
  const fetching = client.fetchQuery({ queryKey, queryFn: () => arrived.promise, staleTime: 0 }).catch(() => undefined);

  sendTriage(client, statusChange(items.slice(0, 1), 1), silent);
  await settled();
  arrived.resolve(page);
  await fetching;

  const shown = client.getQueryData<WorldAnswer>(queryKey)?.watchDogs['kind']?.items['1'];
  expect(shown?.issueStatus).toBe(1);
});

test('a change of more items than one call may name is sent in several calls', async () => {
  const sizes: number[] = [];
  const told: unknown[] = [];
  const many = Array.from({ length: 20_001 }, (_, index) => buildItem({ productId: String(index + 1) }));
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (path === csrf.path) return Response.json({ headerName: 'x-csrf-token', token: 't' });
    const { watchDogIds }: { readonly watchDogIds: readonly string[] } = JSON.parse(
      typeof init?.body === 'string' ? init.body : '',
    );
    sizes.push(watchDogIds.length);
    return Response.json({ leftOut: { untracked: 1, removed: 0 } });
  });
  const targets = many.map((item) => ({ id: item.watchDogId, item }));
  const handlers = { ...silent, onLeftOut: (leftOut: unknown) => void told.push(leftOut) };

  sendTriage(client, statusChange(many, 1), handlers);
  await settled();
  sendTriage(client, muteChange({ targets, minutes: 1440, now: 0 }), handlers);
  await settled();

  expect(sizes).toEqual([10_000, 10_000, 1, 10_000, 10_000, 1]);
  expect(told).toEqual([
    { untracked: 3, removed: 0 },
    { untracked: 3, removed: 0 },
  ]);
});

const csrfAnswer = { headerName: 'x-csrf-token', token: 't' };
const bodyOf = (init: RequestInit | undefined): Record<string, unknown> =>
  JSON.parse(typeof init?.body === 'string' ? init.body : '{}');

test('more issues than one call may name join one incident: that which the first call has made', async () => {
  const sent: unknown[] = [];
  const many = Array.from({ length: 20_001 }, (_, index) => buildItem({ productId: String(index + 1) }));
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (path === csrf.path) return Response.json(csrfAnswer);
    const { watchDogIds, incidentId } = bodyOf(init);
    sent.push([Array.isArray(watchDogIds) && watchDogIds.length, incidentId]);
    return Response.json({ incidentId: '7', leftOut: { untracked: 0, removed: 0 } });
  });

  sendTriage(client, joinChange(many), silent);
  await settled();

  expect(sent).toEqual([
    [10_000, 'new'],
    [10_000, '7'],
    [1, '7'],
  ]);
});

test('a change names the dates of the issues that its person saw, and so does its undo', async () => {
  const sent: unknown[] = [];
  const [one, other] = [
    buildItem({ productId: '1', date: '2026-11-20T08:00:00.000Z' }),
    buildItem({ productId: '2', date: '2026-11-20T09:00:00.000Z' }),
  ];
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (path === csrf.path) return Response.json(csrfAnswer);
    sent.push(bodyOf(init)['seen'] ?? new URL(path, 'https://localhost').searchParams.get('seen'));
    return Response.json({ leftOut: { untracked: 0, removed: 0, changed: 0 } });
  });
  const targets = [one, other].map((item) => ({ id: item.watchDogId, item }));

  for (const change of [
    statusChange([one, other], 1),
    statusChange([one], 1),
    muteChange({ targets: [...targets, { id: 'kind-3', item: null }], minutes: 60, now: 0 }),
    muteChange({ targets: targets.slice(0, 1), minutes: 60, now: 0 }),
    joinChange([one, other]),
  ]) {
    sendTriage(client, change, silent);
    await settled();
  }
  undoTriage(client, statusChange([one, other], 3), silent);
  await settled();

  const both = [one.date, other.date];
  expect(sent).toEqual([both, one.date, [...both, null], one.date, both, both]);
});

test.each([
  ['left out', () => Response.json({ leftOut: { untracked: 0, removed: 0, changed: 1 } }), items],
  ['refused', () => Response.json({ code: 'issueChanged', message: 'm' }, { status: 409 }), items.slice(0, 1)],
])('a page of the table is fetched again after an issue that has changed was %s', async (_, answer, marked) => {
  const queryKey = [stateOfTheWorld.path, { query: { page: 1 } }];
  const errors: Error[] = [];
  vi.stubGlobal('fetch', async (path: string) => (path === csrf.path ? Response.json(csrfAnswer) : answer()));
  client.setQueryData(queryKey, buildWorld());

  sendTriage(client, statusChange(marked, 1), { ...silent, onRefused: (_change, error) => void errors.push(error) });
  await settled();

  await expect.poll(() => client.getQueryState(queryKey)?.isInvalidated, { interval: 1 }).toBe(true);
  expect(errors.every(isIssueChanged)).toBe(true);
});
