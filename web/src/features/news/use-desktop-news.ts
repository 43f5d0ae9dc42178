import { useEffect, useEffectEvent, useRef } from 'react';
import type { WorldAnswer } from '@app/shared/contract/world.ts';
import { isNewsCut } from '@app/shared/world/recent-news.ts';
import { isPushed } from '../../lib/browser/browser-push.ts';
import type { DesktopState } from '../../lib/browser/desktop-notifications.ts';
import { isAnyTabVisible, shareVisibility } from '../../lib/browser/visible-tabs.ts';
import { leadsTabs } from '../../world/events.ts';
import type { Notice } from './news-mark.ts';
import type { DesktopContent } from './notify-desktop.ts';

interface Options {
  /** The state of the world; `undefined` until the server has answered. */
  readonly world: WorldAnswer | undefined;
  readonly state: DesktopState;
  readonly onOpen: (productId: string | null) => void;
}

/**
 * Shows alerts and improvements on the desktop while no tab of Watchpost is visible. Only one of several tabs shows
 * them.
 */
export function useDesktopNews({ world, state, onOpen }: Options): void {
  const known = useRef<ReadonlySet<string> | null>(null);
  const desk = useRef<DesktopContent>({ notified: [], shown: [] });
  const notifications = world?.notifications;
  useEffect(shareVisibility, []);
  // An effect event, because the effect runs only for a new list, with the current values of everything else.
  const tell = useEffectEvent((list: WorldAnswer['notifications'] | undefined) => {
    if (!world || !list) return;
    const before = known.current;
    known.current = new Set(list.map(({ notificationId }) => notificationId));
    // Flips from before the page was opened are in the list, but raise no notification.
    const fresh = before ? list.filter((one) => !before.has(one.notificationId) && isNotified(one)) : [];
    if (fresh.length === 0 || state !== 'on' || isPushed.get() || !leadsTabs.get()) return;
    const isCut = isNewsCut(list, ({ notificationId }) => !before?.has(notificationId));
    const telling = { desk: desk.current, fresh, isCut, now: Date.now(), world, onOpen };
    // The code is loaded when there is something to show. If the server no longer has this version of the code, the
    // load fails and the next page shows the news.
    void Promise.all([isAnyTabVisible(), import('./notify-desktop.ts')])
      .then(([isLookedAt, { notifyDesktop }]) => (isLookedAt ? undefined : notifyDesktop(telling)))
      .catch(() => undefined);
  });
  useEffect(() => tell(notifications), [notifications]);
}

const isNotified = ({ notificationLevel, isImproved }: Notice): boolean => notificationLevel === 'RED' || isImproved;
