import { floodText, newsText, type News } from '@app/shared/world/news-text.ts';

/** A flip of one product, ready for a notification. */
export interface DesktopNews extends News {
  readonly id: string;
  readonly productId: string | null;
}

/** News that was notified within the last minute. */
export interface NotifiedNews {
  readonly news: DesktopNews;
  readonly at: number;
}

export interface DesktopNotice {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  /** The product that a click opens; `null` for a notification about several. */
  readonly productId: string | null;
}

interface Plan {
  readonly notified: readonly NotifiedNews[];
  readonly notices: readonly DesktopNotice[];
  /** Whether the new notification includes the shown ones, which are then closed. */
  readonly replaces: boolean;
}

/**
 * Up to this number of flips within a minute are notified one by one; more become one notification with their number.
 */
const most = 3;
const floodMs = 60_000;
const floodTag = 'watchpost-many';

interface NewsBatch {
  /** The news, newest first. */
  readonly news: readonly DesktopNews[];
  /** Whether there may be more news than the server's list has room for. */
  readonly isCut: boolean;
}

export function planDesktop(notified: readonly NotifiedNews[], { news: fresh, isCut }: NewsBatch, now: number): Plan {
  const recent = notified.filter(({ at }) => at > now - floodMs);
  if (fresh.length === 0) return { notified: recent, notices: [], replaces: false };
  const all = [...fresh, ...recent.map(({ news }) => news)];
  if (all.length <= most) {
    const notices = fresh.toReversed().map(noticeOf);
    return { notified: [...fresh.map((news) => ({ news, at: now })), ...recent], notices, replaces: false };
  }
  const { title, body } = floodText(all);
  const notice = { title: isCut ? `At least ${title}` : title, body, tag: floodTag, productId: null };
  return { notified: all.map((news) => ({ news, at: now })), notices: [notice], replaces: true };
}

const noticeOf = (news: DesktopNews): DesktopNotice => ({
  ...newsText(news),
  tag: `flip-${news.id}`,
  productId: news.productId,
});
