import type { WorldAnswer } from '@app/shared/contract/world.ts';
import { planDesktop, type DesktopNews, type DesktopNotice, type NotifiedNews } from './desktop-plan.ts';
import { kindOfNotice } from './kind-of-notice.ts';
import type { Notice } from './news-mark.ts';

/** The notifications of the last minute, and those that are shown on the desktop. */
export interface DesktopContent {
  notified: readonly NotifiedNews[];
  shown: readonly Notification[];
}

interface DesktopUpdate {
  readonly desk: DesktopContent;
  /** The new notifications, newest first. */
  readonly fresh: readonly Notice[];
  readonly isCut: boolean;
  readonly now: number;
  readonly world: WorldAnswer;
  readonly onOpen: (productId: string | null) => void;
}

/** Shows news as desktop notifications. */
export function notifyDesktop({ desk, fresh, isCut, now, world, onOpen }: DesktopUpdate): void {
  const news = fresh.map((notice) => newsOf(notice, world));
  const { notified, notices, replaces } = planDesktop(desk.notified, { news, isCut }, now);
  if (replaces) for (const shown of desk.shown) shown.close();
  const raised = notices.flatMap((notice) => showNotification(notice, onOpen) ?? []);
  desk.notified = notified;
  desk.shown = replaces ? raised : [...desk.shown, ...raised].slice(-notified.length);
}

function showNotification(
  { title, body, tag, productId }: DesktopNotice,
  onOpen: DesktopUpdate['onOpen'],
): Notification | null {
  try {
    const notification = new Notification(title, { body, tag, icon: '/icon-192.png', lang: 'en' });
    notification.addEventListener('click', () => {
      window.focus();
      notification.close();
      onOpen(productId);
    });
    return notification;
  } catch {
    // Browsers of phones accept notifications from a service worker only, and there push shows them.
    return null;
  }
}

function newsOf(notice: Notice, { products }: WorldAnswer): DesktopNews {
  const product = products.find(({ productId }) => productId === notice.productId);
  return {
    id: notice.notificationId,
    productId: notice.productId,
    type: kindOfNotice(notice)?.type ?? notice.notificationType,
    colour: notice.notificationLevel,
    message: notice.message === '' ? null : notice.message,
    productName: product?.shortName ?? product?.productName ?? '',
    marketplace: product?.marketplace ?? '',
  };
}
