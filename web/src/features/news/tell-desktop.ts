import type { WorldAnswer } from '@app/shared/contract/world.ts';
import { planDesktop, type DesktopNews, type DesktopNotice, type Told } from './desktop-plan.ts';
import { kindOf } from './kind-of.ts';
import type { Notice } from './news-mark.ts';

/** The notifications of the last minute, and those that are shown on the desktop. */
export interface Desk {
  told: readonly Told[];
  shown: readonly Notification[];
}

interface Telling {
  readonly desk: Desk;
  /** Newest first. */
  readonly fresh: readonly Notice[];
  readonly isCut: boolean;
  readonly now: number;
  readonly world: WorldAnswer;
  readonly onOpen: (productId: string | null) => void;
}

/** Shows news as desktop notifications. */
export function tellDesktop({ desk, fresh, isCut, now, world, onOpen }: Telling): void {
  const news = fresh.map((notice) => newsOf(notice, world));
  const { told, notices, replaces } = planDesktop(desk.told, { news, isCut }, now);
  if (replaces) for (const shown of desk.shown) shown.close();
  const raised = notices.flatMap((notice) => raise(notice, onOpen) ?? []);
  desk.told = told;
  desk.shown = replaces ? raised : [...desk.shown, ...raised].slice(-told.length);
}

function raise({ title, body, tag, productId }: DesktopNotice, onOpen: Telling['onOpen']): Notification | null {
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
    type: kindOf(notice)?.type ?? notice.notificationType,
    colour: notice.notificationLevel,
    message: notice.message === '' ? null : notice.message,
    productName: product?.shortName ?? product?.productName ?? '',
    marketplace: product?.marketplace ?? '',
  };
}
