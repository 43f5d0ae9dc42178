import { floodText, newsText, type News } from '@app/shared/world/news-text.ts';

/** Something that happened to a product, ready to be told. */
export interface DesktopNews extends News {
  readonly id: string;
  readonly productId: string | null;
}

/** What was told within the last minute. */
export interface Told {
  readonly news: DesktopNews;
  readonly at: number;
}

export interface DesktopNotice {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  /** The product that a click opens; `null`: it is about several. */
  readonly productId: string | null;
}

interface Plan {
  readonly told: readonly Told[];
  readonly notices: readonly DesktopNotice[];
  /** Whether what stands on the desktop is part of the new notice, and goes. */
  readonly replaces: boolean;
}

/** As many within a minute are told one by one; more become one that says how many. */
const most = 3;
const floodMs = 60_000;
const floodTag = 'watchpost-many';

interface Fresh {
  /** Newest first. */
  readonly news: readonly DesktopNews[];
  /** There may be more than the list of what happened last had room for. */
  readonly isCut: boolean;
}

export function planDesktop(told: readonly Told[], { news: fresh, isCut }: Fresh, now: number): Plan {
  const recent = told.filter(({ at }) => at > now - floodMs);
  if (fresh.length === 0) return { told: recent, notices: [], replaces: false };
  const all = [...fresh, ...recent.map(({ news }) => news)];
  if (all.length <= most) {
    const notices = fresh.toReversed().map(noticeOf);
    return { told: [...fresh.map((news) => ({ news, at: now })), ...recent], notices, replaces: false };
  }
  const { title, body } = floodText(all);
  const notice = { title: isCut ? `At least ${title}` : title, body, tag: floodTag, productId: null };
  return { told: all.map((news) => ({ news, at: now })), notices: [notice], replaces: true };
}

const noticeOf = (news: DesktopNews): DesktopNotice => ({
  ...newsText(news),
  tag: `flip-${news.id}`,
  productId: news.productId,
});
