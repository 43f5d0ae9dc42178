import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { csrf, isAuthenticated } from '@app/shared/contract/auth.ts';
import { getProductSettings, settingsPageSize } from '@app/shared/contract/product-settings.ts';
import { stateOfTheWorld } from '@app/shared/contract/world.ts';
import { call, callRaw } from './lib/http/call.ts';
import { forgetCsrf } from './lib/http/csrf.ts';
import { createQueryClient } from './lib/http/query-client.ts';
import { endSession } from './lib/session/session.ts';
import { worldCacheKey, worldStateKey } from './lib/session/forget-world.ts';

const world = `${stateOfTheWorld.path}?init=true&packed=true&parts=true`;
const query = { init: 'true', packed: 'true', parts: 'true' } as const;

const firstProducts = `${getProductSettings.path}?first=${settingsPageSize}`;

const noProducts = {
  sellerAccounts: [],
  automaticallyTrackNewProducts: true,
  mayChangeAutomatic: true,
  isCapped: false,
};
const replies = new Map<string, object>([
  [csrf.path, { headerName: 'x-csrf-token', token: 't' }],
  [firstProducts, noProducts],
]);

let sent: string[];
let failing: ReadonlySet<string>;
let stored: Map<string, string>;

/** Runs the script of the page, before the application is loaded. */
async function openPage(path: string, cookie = 'watchpost_login=1'): Promise<void> {
  vi.stubGlobal('window', { location: { pathname: path, assign: () => undefined } });
  vi.stubGlobal('document', { cookie });
  vi.resetModules();
  await import('./first-calls.ts');
}

beforeEach(() => {
  sent = [];
  failing = new Set();
  stored = new Map();
  forgetCsrf();
  vi.stubEnv('CSRF_PATH', csrf.path);
  vi.stubEnv('IDENTITY_PATH', isAuthenticated.path);
  vi.stubEnv('WORLD_PATH', stateOfTheWorld.path);
  vi.stubEnv('FIRST_PRODUCTS_URL', firstProducts);
  vi.stubGlobal('firstReplies', undefined);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal('fetch', async (url: string) => {
    sent.push(url);
    if (failing.has(url)) return new Response(null, { status: 502 });
    return Response.json(replies.get(url) ?? { from: url });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

test('the dashboard makes its first calls before the application is loaded, and each once', async () => {
  await openPage('/home');
  expect(sent).toEqual([csrf.path, isAuthenticated.path, world]);

  expect(await callRaw(stateOfTheWorld, { query })).toEqual({ status: 200, body: { from: world } });
  expect(sent).toHaveLength(3);

  await callRaw(stateOfTheWorld, { query });
  expect(sent.slice(3)).toEqual([world]);
});

test('a browser that holds a world asks for the changes since, and not again if the application asks the same', async () => {
  stored.set(worldStateKey, '7.epoch/view');
  await openPage('/home');
  await callRaw(stateOfTheWorld, { query: { state: '7.epoch/view', packed: 'true', parts: 'true' } });

  expect(sent.slice(2)).toEqual([`${stateOfTheWorld.path}?state=7.epoch%2Fview&packed=true&parts=true`]);
});

test('the product settings make theirs in the same way', async () => {
  await openPage('/productsettings');

  expect(await call(getProductSettings, { query: { first: settingsPageSize } })).toEqual(noProducts);
  expect(sent).toEqual([csrf.path, isAuthenticated.path, firstProducts]);
});

test('a first call that fails is made again by the application', async () => {
  failing = new Set([world, csrf.path]);
  await openPage('/home');
  await expect.poll(() => sent).toHaveLength(3);
  failing = new Set();

  expect(await callRaw(stateOfTheWorld, { query })).toEqual({ status: 200, body: { from: world } });
  expect(sent.slice(3)).toEqual([csrf.path, world]);
});

test('the replies of a session that has ended are not used by the next', async () => {
  createQueryClient();
  await openPage('/home');
  endSession();
  await callRaw(stateOfTheWorld, { query });

  expect(sent.slice(3)).toContain(world);
});

test('nothing of a session that has ended is left in the page or in the browser', () => {
  vi.stubGlobal('document', { cookie: 'watchpost_login=1' });
  const client = createQueryClient();
  client.setQueryData([stateOfTheWorld.path], {});
  for (const key of [worldCacheKey, worldStateKey]) stored.set(key, 'kept');

  endSession();

  expect(client.getQueryData([stateOfTheWorld.path])).toBeUndefined();
  expect(stored.size).toBe(0);
});

test.each([
  ['/login', 'watchpost_login=1'],
  ['/settings', 'watchpost_login=1'],
  ['/home', ''],
])('%s with the cookies "%s" makes no first calls', async (path, cookie) => {
  await openPage(path, cookie);
  expect(sent).toEqual([]);
});
