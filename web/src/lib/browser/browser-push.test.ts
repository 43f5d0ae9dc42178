import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { csrf } from '@app/shared/contract/auth.ts';
import { pushKey, subscribePush } from '@app/shared/contract/push.ts';
import { forgetCsrf } from '../http/csrf.ts';
import { isPushed, subscribeBrowser, unsubscribeBrowser } from './browser-push.ts';

/** A browser whose push service makes a subscription only when the test says so. */
class SlowBrowser {
  readonly made = Promise.withResolvers<void>();
  readonly asked = Promise.withResolvers<void>();
  subscription: object | null = null;
  readonly #manager = {
    getSubscription: async () => this.subscription,
    subscribe: async () => {
      this.asked.resolve();
      await this.made.promise;
      this.subscription = {
        toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }),
        unsubscribe: async () => void (this.subscription = null),
      };
      return this.subscription;
    },
  };
  readonly #registration = { pushManager: this.#manager };
  readonly serviceWorker = {
    register: async () => this.#registration,
    getRegistration: async () => this.#registration,
    ready: Promise.resolve(this.#registration),
  };
}

let browser: SlowBrowser;
let posted: string[];
const stored = new Map<string, string>();

beforeEach(() => {
  browser = new SlowBrowser();
  posted = [];
  vi.stubGlobal('navigator', browser);
  vi.stubGlobal('window', { PushManager: Object });
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
  vi.stubGlobal('fetch', async (path: string) => {
    if (path === csrf.path) return Response.json({ headerName: 'x-csrf-token', token: 't' });
    if (path === pushKey.path) return Response.json({ publicKey: 'a2V5' });
    posted.push(path);
    return new Response(null, { status: 204 });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  forgetCsrf();
});

test('a browser that is switched on is subscribed', async () => {
  browser.made.resolve();
  await subscribeBrowser('owner@brightkeel.example');

  expect(posted).toEqual([subscribePush.path]);
  expect([isPushed.get(), browser.subscription === null]).toEqual([true, false]);
});

test('a browser that is switched off while it subscribes is not subscribed', async () => {
  const subscribing = subscribeBrowser('owner@brightkeel.example');
  await browser.asked.promise;
  await unsubscribeBrowser();
  browser.made.resolve();
  await subscribing;

  expect(posted).toEqual([]);
  expect([isPushed.get(), browser.subscription]).toEqual([false, null]);
});

test.each([
  { which: 'of this user with the key of the server stays', owner: 'owner@brightkeel.example', key: 'key', ended: 0 },
  { which: 'of another user is made anew', owner: 'another@brightkeel.example', key: 'key', ended: 1 },
  { which: 'with another key is made anew', owner: 'owner@brightkeel.example', key: 'old', ended: 1 },
])('a subscription $which', async ({ owner, key, ended }) => {
  const unsubscribe = vi.fn<() => Promise<void>>(async () => undefined);
  stored.set('watchpost.push.owner', owner);
  browser.subscription = {
    options: { applicationServerKey: new TextEncoder().encode(key).buffer },
    toJSON: () => ({ endpoint: 'https://push.example/0', keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe,
  };
  browser.made.resolve();

  await subscribeBrowser('owner@brightkeel.example');

  expect(unsubscribe).toHaveBeenCalledTimes(ended);
  expect(stored.get('watchpost.push.owner')).toBe('owner@brightkeel.example');
});

test('a browser that is switched off while the server is told of it still has its open pages notify', async () => {
  browser.made.resolve();
  const reach = globalThis.fetch;
  vi.stubGlobal('fetch', async (path: string) => {
    if (path === subscribePush.path) await unsubscribeBrowser();
    return reach(path);
  });

  await subscribeBrowser('owner@brightkeel.example');

  expect(isPushed.get()).toBe(false);
});
