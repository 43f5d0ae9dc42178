import { pushKey, subscribePush } from '@app/shared/contract/push.ts';
import { call } from '../http/call.ts';
import { createStore } from './store.ts';
import { storage } from './storage.ts';

const workerPath = '/push-worker.js';
/** Whom this browser's subscription was made for: nobody else may inherit it. */
const ownerKey = 'push.owner';

/** Whether the server tells this browser also when no page is open: then the pages need not. */
export const isPushed = createStore(false);

const canPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window;

/**
 * Has the server tell this browser; to be repeated with each page and each log-in, as the server forgets it with the
 * session. Without keys at the server, or where the browser has no push service, the open pages tell alone.
 */
export async function subscribeBrowser(email: string): Promise<void> {
  if (!canPush()) return;
  const { publicKey } = await call(pushKey);
  if (publicKey === null) return;
  await navigator.serviceWorker.register(workerPath);
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  const isOurs = known !== null && storage.read(ownerKey) === email && hasKey(known, publicKey);
  if (known && !isOurs) await known.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const subscription = isOurs ? known : await pushManager.subscribe(options);
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON();
  await call(subscribePush, { body: { endpoint, keys: { p256dh, auth } } });
  storage.write(ownerKey, email);
  isPushed.set(true);
}

/** From now on nothing reaches this browser, whatever the server may still send. Answers what was its address. */
export async function unsubscribeBrowser(): Promise<string | null> {
  isPushed.set(false);
  if (!canPush()) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
  return subscription?.endpoint ?? null;
}

/** Somebody else's, who did not log out here. */
export const isOfAnother = (email: string): boolean => ![null, email].includes(storage.read(ownerKey));

function hasKey({ options }: PushSubscription, publicKey: string): boolean {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer());
  const base64 = btoa(String.fromCodePoint(...bytes));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === publicKey;
}
