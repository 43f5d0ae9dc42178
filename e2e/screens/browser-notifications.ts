import type { BrowserContext, CDPSession, Page, Worker } from '@playwright/test';
import * as z from 'zod/mini';
import type { TestBrowser } from '../../scripts/testing/push-endpoint.ts';

/** A notification that a page asked the browser to show. */
interface RaisedNotification {
  title: string;
  body: string;
  tag: string;
}

/**
 * Replaces the notification API of the browser: permission is granted on request, notifications are recorded, and
 * pages can be hidden. The packaged browser denies notifications in any case, and treats every page as visible.
 */
export async function grantNotifications(context: BrowserContext): Promise<void> {
  await context.addInitScript(`if (location.protocol.startsWith('http')) {
    globalThis.raised = [];
    globalThis.Notification = class extends EventTarget {
      static permission = localStorage.getItem('test.permission') ?? 'default';
      static async requestPermission() {
        localStorage.setItem('test.permission', 'granted');
        this.permission = 'granted';
        return 'granted';
      }
      constructor(title, { body, tag }) {
        super();
        Object.assign(this, { title, body, tag });
        globalThis.raised.push(this);
      }
      close() {
        globalThis.raised = globalThis.raised.filter((one) => one !== this);
      }
    };
    let isBehind = false;
    Object.defineProperty(document, 'visibilityState', { get: () => (isBehind ? 'hidden' : 'visible') });
    globalThis.putBehind = (behind) => {
      isBehind = behind;
      document.dispatchEvent(new Event('visibilitychange'));
    };
    // Removes the push API, because subscribing in a private window fails and logs an error.
    globalThis.OwnPushManager = PushManager;
    delete globalThis.PushManager;
  }`);
}

export const putBehind = (page: Page, behind = true): Promise<void> => page.evaluate(`putBehind(${behind})`);

const raisedShape = z.array(z.object({ title: z.string(), body: z.string(), tag: z.string() }));

export const raisedBy = async (page: Page): Promise<RaisedNotification[]> =>
  raisedShape.parse(await page.evaluate('raised.map(({ title, body, tag }) => ({ title, body, tag }))'));

/** Makes pages subscribe at the sandbox's push service, because the packaged browser has none. */
export async function usePushService(context: BrowserContext, browser: TestBrowser): Promise<void> {
  await context.addInitScript(`if (location.protocol.startsWith('http')) {
    globalThis.PushManager = OwnPushManager;
    const subscription = {
      options: {},
      toJSON: () => (${JSON.stringify(browser.subscription)}),
      unsubscribe: async () => { localStorage.removeItem('test.subscribed'); return true; },
    };
    PushManager.prototype.getSubscription = async () =>
      localStorage.getItem('test.subscribed') ? subscription : null;
    PushManager.prototype.subscribe = async () => {
      localStorage.setItem('test.subscribed', 'yes');
      return subscription;
    };
  }`);
}

/** Returns the product's service worker. It records notifications in `shown` and opened URLs in `opened`. */
export async function workerOf(context: BrowserContext): Promise<Worker> {
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  await worker.evaluate(`
    globalThis.shown = [];
    globalThis.opened = [];
    ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
      const one = { title, ...options, close: () => { shown = shown.filter((other) => other !== one); } };
      shown = [...shown.filter(({ tag }) => tag !== options.tag), one];
    };
    ServiceWorkerRegistration.prototype.getNotifications = async () => shown;
    Clients.prototype.openWindow = async (url) => { opened.push(url); };
  `);
  return worker;
}

/** Returns a function that delivers messages to the worker as the browser's push service would. */
export async function pushTo(context: BrowserContext, origin: string): Promise<(data: string) => Promise<void>> {
  // Uses a page of another origin, because the worker shows nothing while one of its own pages is visible.
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const registrationId = await registrationAt(session, origin);
  return async (data) =>
    void (await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data }));
}

async function registrationAt(session: CDPSession, origin: string): Promise<string> {
  const found = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin));
      if (ours) {
        resolve(ours.registrationId);
      }
    });
  });
  await session.send('ServiceWorker.enable');
  return await found;
}
