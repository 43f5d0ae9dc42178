import { useEffect, useRef } from 'react';
import type { WorldAnswer } from '@app/shared/contract/sentinel.ts';
import { isPushed } from '../../lib/browser-push.ts';
import type { DesktopState } from '../../lib/desktop-notifications.ts';
import { isAnyTabVisible, shareVisibility } from '../../lib/visible-tabs.ts';
import { leadsTabs } from '../../lib/world-events.ts';
import { planDesktop, type DesktopNews, type DesktopNotice, type Told } from './desktop-plan.ts';
import { kindOf } from './kind-of.ts';
import type { Notice } from './news-mark.ts';

interface Options {
  /** `undefined` until the server has answered. */
  readonly world: WorldAnswer | undefined;
  readonly state: DesktopState;
  readonly onOpen: (productId: string | null) => void;
}

/** Alerts and improvements on the desktop, while no tab of Watchpost is looked at; of several tabs one tells. */
export function useDesktopNews({ world, state, onOpen }: Options): void {
  const known = useRef<ReadonlySet<string> | null>(null);
  const desk = useRef<Desk>({ told: [], shown: [] });
  const notifications = world?.notifications;
  useEffect(shareVisibility, []);
  useEffect(() => {
    if (!world || !notifications) return;
    const before = known.current;
    known.current = new Set(notifications.map(({ notificationId }) => notificationId));
    // What had happened before the page came is in the list, and no interruption any more.
    const fresh = before ? notifications.filter((one) => !before.has(one.notificationId) && isTold(one)) : [];
    if (fresh.length === 0 || state !== 'on' || isPushed.get() || !leadsTabs.get()) return;
    void tell(
      desk.current,
      fresh.map((one) => newsOf(one, world)),
      onOpen,
    );
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only a new list is news
  }, [notifications]);
}

interface Desk {
  told: readonly Told[];
  shown: readonly Notification[];
}

const isTold = ({ notificationLevel, isImproved }: Notice): boolean => notificationLevel === 'RED' || isImproved;

async function tell(desk: Desk, fresh: readonly DesktopNews[], onOpen: Options['onOpen']): Promise<void> {
  if (await isAnyTabVisible()) return;
  const { told, notices, replaces } = planDesktop(desk.told, fresh, Date.now());
  if (replaces) for (const shown of desk.shown) shown.close();
  const raised = notices.flatMap((notice) => raise(notice, onOpen) ?? []);
  desk.told = told;
  desk.shown = replaces ? raised : [...desk.shown, ...raised].slice(-told.length);
}

function raise({ title, body, tag, productId }: DesktopNotice, onOpen: Options['onOpen']): Notification | null {
  try {
    const notification = new Notification(title, { body, tag, icon: '/icon-192.png', lang: 'en' });
    notification.addEventListener('click', () => {
      window.focus();
      notification.close();
      onOpen(productId);
    });
    return notification;
  } catch {
    // Phones only take them from a service worker, and there push tells.
    return null;
  }
}

function newsOf(notice: Notice, { products }: WorldAnswer): DesktopNews {
  const product = products.find(({ productId }) => productId === notice.productId);
  return {
    id: notice.notificationId,
    productId: notice.productId,
    type: kindOf(notice)?.type ?? notice.notificationType,
    colour: notice.notificationLevel,
    message: notice.message === '' ? null : notice.message,
    productName: product?.shortName ?? product?.productName ?? '',
    marketplace: product?.marketplace ?? '',
  };
}
