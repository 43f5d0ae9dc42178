import { useEffect, useSyncExternalStore } from 'react';
import { unsubscribePush } from '@app/shared/contract/push.ts';
import { isOfAnother, subscribeBrowser, unsubscribeBrowser } from './browser-push.ts';
import { call } from '../http/call.ts';
import { needsLogin } from '../session/session.ts';
import { useStore } from './store.ts';
import { useStored, writeStored } from './use-stored.ts';

/** `denied`: the browser blocks notifications for this site, and only its own settings can change that. */
export type DesktopState = 'on' | 'off' | 'denied' | 'impossible';

/** The choice is stored per user and browser. */
const keyOf = (email: string): string => `desktop.${email}`;

const canNotify = (): boolean => 'Notification' in window;
const readPermission = (): NotificationPermission => (canNotify() ? Notification.permission : 'denied');

/** Cached, because the browser asks another process to read the permission, and the page waits for the answer. */
let known: NotificationPermission | undefined;
const permission = (): NotificationPermission => (known ??= readPermission());

const asked = new Set<() => void>();

function look(): void {
  known = readPermission();
  for (const listener of asked) listener();
}

/** Changes are followed once for the whole page, because each subscription costs the browser some milliseconds. */
let isFollowed = false;

function followPermission(listener: () => void): () => void {
  asked.add(listener);
  if (!isFollowed) follow();
  return () => void asked.delete(listener);
}

function follow(): void {
  isFollowed = true;
  // For browsers without change events: a user who changed the permission in the browser's settings returns to the page
  // with a focus event.
  window.addEventListener('focus', look);
  void navigator.permissions
    ?.query({ name: 'notifications' })
    .then((status) => status.addEventListener('change', look))
    .catch(() => undefined);
}

export function useDesktopState(email: string): DesktopState {
  const [choice] = useStored(keyOf(email));
  const allowed = useSyncExternalStore(followPermission, permission);
  if (!canNotify()) return 'impossible';
  if (allowed === 'denied') return 'denied';
  return choice === 'on' && allowed === 'granted' ? 'on' : 'off';
}

/** Asks for the browser's permission if needed. Must be called from a click: browsers ignore it otherwise. */
export async function switchDesktopOn(email: string): Promise<void> {
  if (!canNotify()) return;
  const answer = await Notification.requestPermission();
  if (answer === 'granted') writeStored(keyOf(email), 'on');
  look();
}

export async function switchDesktopOff(email: string): Promise<void> {
  writeStored(keyOf(email), 'off');
  const endpoint = await unsubscribeBrowser();
  if (endpoint) await call(unsubscribePush, { body: { endpoint } });
}

/**
 * Subscribes or unsubscribes this browser as the switch says; repeated for each session, because the server drops
 * subscriptions with it.
 */
export function useBrowserPush(email: string, state: DesktopState): void {
  const isAway = useStore(needsLogin);
  useEffect(() => {
    if (isAway) return;
    const work = state === 'on' ? subscribeBrowser(email) : isOfAnother(email) ? unsubscribeBrowser() : null;
    // Without push the open pages notify, which is the least that the switch promises.
    work?.catch(() => undefined);
  }, [email, state, isAway]);
}
