import { pushKey, subscribePush } from '@app/shared/contract/push.ts';
import { call } from '../http/call.ts';
import { createStore } from './store.ts';
import { storage } from './storage.ts';

const workerPath = '/push-worker.js';
/** The user for whom this browser's subscription was made: it must not pass to another one. */
const ownerKey = 'push.owner';

/** Whether the server pushes to this browser, so that open pages need not notify. */
export const isPushed = createStore(false);

const canPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window;

/** How often a subscription was ended. It tells a subscription that is still being made that nobody wants it any more. */
let ends = 0;

/**
 * Subscribes this browser to push. Repeated with each page and each log-in, because the server drops the subscription
 * with the session. Without keys on the server, or in a browser without a push service, only open pages notify.
 */
export async function subscribeBrowser(email: string): Promise<void> {
  if (!canPush()) return;
  const endsBefore = ends;
  const { publicKey } = await call(pushKey);
  if (publicKey === null) return;
  await navigator.serviceWorker.register(workerPath);
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  const isOurs = known !== null && storage.read(ownerKey) === email && hasKey(known, publicKey);
  if (known && !isOurs) await known.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const subscription = isOurs ? known : await pushManager.subscribe(options);
  if (ends !== endsBefore) {
    await subscription.unsubscribe();
    return;
  }
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON();
  await call(subscribePush, { body: { endpoint, keys: { p256dh, auth } } });
  if (ends !== endsBefore) return;
  storage.write(ownerKey, email);
  isPushed.set(true);
}

/** Ends the subscription, whatever the server may still send. Returns its former endpoint. */
export async function unsubscribeBrowser(): Promise<string | null> {
  ends += 1;
  isPushed.set(false);
  if (!canPush()) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
  return subscription?.endpoint ?? null;
}

/** Whether the subscription belongs to another user, who did not log out here. */
export const isOfAnother = (email: string): boolean => ![null, email].includes(storage.read(ownerKey));

function hasKey({ options }: PushSubscription, publicKey: string): boolean {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer());
  const base64 = btoa(String.fromCodePoint(...bytes));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === publicKey;
}
