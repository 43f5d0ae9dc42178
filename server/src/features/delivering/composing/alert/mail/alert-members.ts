import { html, type Html } from '../../../../../lib/mail/html.ts';
import { font } from '../../../../../lib/mail/layout.ts';
import { section } from '../../../../../lib/mail/parts.ts';
import type { AlertNews } from '../alert-mail-input.ts';
import { productLink } from '../alert-news.ts';
import { headlineOf } from '@app/shared/world/news-text.ts';
import { labelOfColour } from '@app/shared/base/severity.ts';
import { levelBadge } from '../../level-badge.ts';

/**
 * Inboxes cut mails of more than 100 kB. In a mail with more alerts each kind names its first products and counts the
 * rest.
 */
const mostNamed = 240;
/** Limit of the plain-text version, which inboxes do not cut. */
const mostBlocks = 2000;

interface Group {
  readonly first: AlertNews;
  readonly members: readonly AlertNews[];
}

/** Groups the alerts by severity and kind; the order stays, worst first. */
function groupsOf(news: readonly AlertNews[]): readonly Group[] {
  return [...Map.groupBy(news, ({ type, colour }) => `${colour} ${type}`).values()].flatMap((members) => {
    const [first] = members;
    return first ? [{ first, members }] : [];
  });
}

/** A product has several keywords, which only their phrases tell apart. */
const nameOf = ({ productName, keyword }: AlertNews): string =>
  keyword ? `${productName}, “${keyword}”` : productName;

const formatCount = (count: number): string => count.toLocaleString('en-US');

interface MemberSection {
  readonly publicUrl: string;
  readonly title: string;
  readonly aside: string;
}

/** Returns a section of alerts that are not shown in full: every kind with its count and its product names. */
export function memberRows(news: readonly AlertNews[], { publicUrl, title, aside }: MemberSection): Html {
  const groups = groupsOf(news);
  const most = Math.max(1, Math.floor(mostNamed / groups.length));
  return html`${section(title, aside)} ${groups.map((group) => groupRow(group, { publicUrl, most }))}`;
}

function groupRow({ first, members }: Group, { publicUrl, most }: { publicUrl: string; most: number }): Html {
  const named = members.slice(0, most);
  const left = members.length - named.length;
  return html`<tr>
    <td class="px" style="${font};padding:10px 32px 0;font-size:13px;line-height:22px">
      ${levelBadge(first.colour)}&nbsp; <b class="tx" style="font-weight:600;color:#1a1b1e">${headlineOf(first)}</b>
      <span class="t2" style="color:#54555a">${formatCount(members.length)}</span><br />
      ${named.map(
        (one, index) =>
          html`${index > 0 ? html` · ` : ''}<a href="${productLink(one, publicUrl)}" class="ac" style="color:#2457c5"
              >${nameOf(one)}, ${one.marketplace}</a
            >`,
      )}${left > 0 ? html` <span class="t2" style="color:#54555a">and ${formatCount(left)} more</span>` : ''}
    </td>
  </tr>`;
}

/** Returns the same alerts for the plain-text version, each with its link. */
export function memberBlocks(news: readonly AlertNews[], publicUrl: string): readonly string[] {
  const blocks = news
    .slice(0, mostBlocks)
    .map((one) =>
      [
        `${labelOfColour(one.colour)}: ${headlineOf(one)}`,
        `${nameOf(one)} (${one.marketplace})`,
        productLink(one, publicUrl),
      ].join('\n'),
    );
  const left = news.length - blocks.length;
  return left > 0 ? [...blocks, `And ${formatCount(left)} more: ${publicUrl}/home`] : blocks;
}
