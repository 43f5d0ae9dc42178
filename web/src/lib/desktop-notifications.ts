import { useEffect, useSyncExternalStore } from 'react';
import { unsubscribePush } from '@app/shared/contract/push.ts';
import { isOfAnother, subscribeBrowser, unsubscribeBrowser } from './browser-push.ts';
import { call } from './call.ts';
import { needsLogin } from './session.ts';
import { useStore } from './store.ts';
import { useStored, writeStored } from './use-stored.ts';

/** `denied`: the browser refuses for this site, and only its own settings can change that. */
export type DesktopState = 'on' | 'off' | 'denied' | 'impossible';

/** Each person decides for each browser. */
const keyOf = (email: string): string => `desktop.${email}`;

const canNotify = (): boolean => 'Notification' in window;
const readPermission = (): NotificationPermission => (canNotify() ? Notification.permission : 'denied');

/** Kept: the browser asks another process of its own, and everything waits for the answer. */
let known: NotificationPermission | undefined;
const permission = (): NotificationPermission => (known ??= readPermission());

const asked = new Set<() => void>();

function followPermission(listener: () => void): () => void {
  const look = () => {
    known = readPermission();
    listener();
  };
  asked.add(look);
  const stop = new AbortController();
  const follow = (status: PermissionStatus) => status.addEventListener('change', look, { signal: stop.signal });
  // Where the browser does not tell: whoever changed it in its settings comes back from there.
  window.addEventListener('focus', look, { signal: stop.signal });
  void navigator.permissions
    ?.query({ name: 'notifications' })
    .then(follow)
    .catch(() => undefined);
  return () => {
    asked.delete(look);
    stop.abort();
  };
}

export function useDesktopState(email: string): DesktopState {
  const [choice] = useStored(keyOf(email));
  const allowed = useSyncExternalStore(followPermission, permission);
  if (!canNotify()) return 'impossible';
  if (allowed === 'denied') return 'denied';
  return choice === 'on' && allowed === 'granted' ? 'on' : 'off';
}

/** Asks the browser's permission where it has not been asked. Call it from a click: browsers ignore it otherwise. */
export async function switchDesktopOn(email: string): Promise<void> {
  if (!canNotify()) return;
  const answer = await Notification.requestPermission();
  if (answer === 'granted') writeStored(keyOf(email), 'on');
  for (const listener of asked) listener();
}

export async function switchDesktopOff(email: string): Promise<void> {
  writeStored(keyOf(email), 'off');
  const endpoint = await unsubscribeBrowser();
  if (endpoint) await call(unsubscribePush, { body: { endpoint } });
}

/** Keeps the server's knowledge of this browser in step with the switch; the server forgets it with each session. */
export function useBrowserPush(email: string, state: DesktopState): void {
  const isAway = useStore(needsLogin);
  useEffect(() => {
    if (isAway) return;
    const work = state === 'on' ? subscribeBrowser(email) : isOfAnother(email) ? unsubscribeBrowser() : null;
    // Without it the open pages tell of alerts, which is what the switch promises at least.
    work?.catch(() => undefined);
  }, [email, state, isAway]);
}
