import { formatCount } from '@app/shared/base/format-count.ts';
import { issueStatus } from '@app/shared/domain/issue-status.ts';
import { html, type Html } from '../../../../lib/mail/html.ts';
import { font } from '../../../../lib/mail/layout.ts';
import { badge, listRow, section } from '../../../../lib/mail/parts.ts';
import type { NamedMarket, OpenIssue } from './digest-brief.ts';
import type { DigestMailOptions } from './digest-mail-input.ts';
import { colourOf, nameOf, placeOf, shortenLine, since } from './digest-words.ts';
import { headlineOf, lowerFirst } from '@app/shared/world/news-text.ts';
import { labelOfColour } from '@app/shared/base/severity.ts';
import { levelBadge } from '../level-badge.ts';
import { sinceText } from '../local-times.ts';

/** One section of the digest: rows of the HTML version and lines of the plain-text version. */
export interface DigestSection {
  readonly title: string;
  readonly rows: readonly Html[];
  readonly lines: readonly string[];
}

/** A longer list ends with the number of entries that it leaves out. */
const mostListed = 5;

/** Returns the line about entries that a list leaves out; no line if it leaves out none. */
const restOf = (left: number): readonly string[] => (left > 0 ? [`and ${left.toLocaleString('en-US')} more`] : []);
const restRow = (text: string): Html => listRow({ mark: html``, text, aside: '' });

export function statistics({ brief: { counts }, solved }: DigestMailOptions): Html {
  const { uncheckedAlerts, uncheckedWarnings, productsWithIssues, totalProducts } = counts;
  const cells = [
    {
      value: uncheckedAlerts,
      label: uncheckedAlerts === 1 ? 'unchecked alert' : 'unchecked alerts',
      tone: 'al',
      colour: '#b3261a',
    },
    {
      value: uncheckedWarnings,
      label: uncheckedWarnings === 1 ? 'unchecked warning' : 'unchecked warnings',
      tone: 'wa',
      colour: '#875400',
    },
    {
      value: productsWithIssues,
      label: `of ${totalProducts.toLocaleString('en-US')} ${totalProducts === 1 ? 'product' : 'products'} with issues`,
      tone: 'tx',
      colour: '#1a1b1e',
    },
    { value: solved, label: 'solved since the last brief', tone: 'ok', colour: '#226b45' },
  ];
  return html`<tr>
    <td class="px" style="padding:18px 32px 0">
      <table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%">
        <tr>
          ${cells.map(
            ({ value, label, tone, colour }) =>
              html`<td
                width="25%"
                valign="top"
                class="t2 half"
                style="${font};padding-right:8px;font-size:12px;line-height:16px;color:#54555a"
              >
                <span
                  class="${value > 0 ? tone : 'tx'}"
                  style="display:block;font-size:22px;line-height:28px;font-weight:600;color:${
                    value > 0 ? colour : '#1a1b1e'
                  }"
                  >${value.toLocaleString('en-US')}</span
                >${label}
              </td>`,
          )}
        </tr>
      </table>
    </td>
  </tr>`;
}

/** Lists issues that are in progress or seen, and issues that came back. */
export function issueList(options: DigestMailOptions): readonly DigestSection[] {
  const { brief, comebacks } = options;
  const inTop = new Set(brief.toDo.top.map(({ issue }) => issue.item.watchDogItemId));
  const back = [...brief.open.values()].filter(
    ({ issue: { item } }) => comebacks.has(item.watchDogItemId) && !inTop.has(item.watchDogItemId),
  );
  const others = brief.waiting.filter(({ issue }) => !comebacks.has(issue.item.watchDogItemId));
  const inProgress = others.filter(({ issue }) => issue.item.issueStatus === issueStatus.inProgress).length;
  const seen = others.length - inProgress;
  const waiting = [
    inProgress > 0 ? `${formatCount(inProgress)} in progress` : '',
    seen > 0 ? `${formatCount(seen)} seen` : '',
  ];
  return [
    ...listOf('Waiting', { all: others, aside: waiting.filter(Boolean).join(', ') }, options),
    ...listOf('Came back', { all: back, aside: formatCount(back.length) }, options),
  ];
}

function listOf(
  title: string,
  { all, aside }: { all: readonly OpenIssue[]; aside: string },
  options: DigestMailOptions,
): readonly DigestSection[] {
  if (all.length === 0) return [];
  const entries = all.slice(0, mostListed).map((open) => {
    const { issue } = open;
    const colour = colourOf(issue.item.status);
    const text = `${placeOf(open)}: ${lowerFirst(headlineOf({ type: issue.type, colour }))}`;
    const state = issue.item.issueStatus === issueStatus.inProgress ? 'in progress, ' : '';
    return { colour, text, aside: `${state}${since(issue.item.date, options)}` };
  });
  const rest = restOf(all.length - entries.length);
  return [
    {
      title,
      rows: [
        section(title, aside),
        ...entries.map((entry) => listRow({ mark: levelBadge(entry.colour), text: entry.text, aside: entry.aside })),
        ...rest.map(restRow),
      ],
      lines: [...entries.map((entry) => `${labelOfColour(entry.colour)}: ${entry.text} (${entry.aside})`), ...rest],
    },
  ];
}

export function improvedList(options: DigestMailOptions): readonly DigestSection[] {
  const { improvements, comebacks, brief, reader, now } = options;
  // The improvements come newest first, so that the latest of an item is kept.
  const latest = [...Map.groupBy(improvements, ({ itemId }) => itemId).values()].flatMap(([newest]) => newest ?? []);
  const known = latest.flatMap((one) => {
    const product = brief.byId.get(one.productId);
    // An item that has its issue again is listed among the issues that came back.
    return product && !comebacks.has(one.itemId) ? [{ ...one, product }] : [];
  });
  if (known.length === 0) return [];
  const entries = known.slice(0, mostListed).map(({ type, message, at, product }) => ({
    text: `${nameOf(product)}, ${product.marketplace}: ${shortenLine(message ?? headlineOf({ type, colour: 'GREEN' }))}`,
    aside: sinceText(reader.clock, at, now),
  }));
  const rest = restOf(known.length - entries.length);
  return [
    {
      title: 'Got better',
      rows: [
        section('Got better', known.length.toLocaleString('en-US')),
        ...entries.map(({ text, aside }) => listRow({ mark: levelBadge('GREEN'), text, aside })),
        ...rest.map(restRow),
      ],
      lines: [...entries.map(({ text, aside }) => `${text} (${aside})`), ...rest],
    },
  ];
}

const staleBadge = badge({ tone: 'stale', sign: '?', label: 'Stale' });
const startingBadge = badge({ tone: 'stale', sign: '…', label: 'Starting' });
const checked = html`<b class="ok" style="font-weight:600;color:#226b45">✓&nbsp; Checked</b>`;

const place = ({ account, marketplace }: NamedMarket): string => `${shortenLine(account)}, ${marketplace}`;

const neverChecked = 'not checked completely so far';

/** Lists marketplaces without recent answers first; the others share one line. */
export function freshLists(options: DigestMailOptions): readonly DigestSection[] {
  const { markets } = options.brief;
  if (markets.length === 0) return [];
  const { reader, now } = options;
  const formatAnswerTime = (at: string): string => sinceText(reader.clock, new Date(at), now);
  const stale = markets.filter(({ state }) => state === 'stale');
  const starting = markets.filter(({ state }) => state === 'starting');
  const fresh = markets.filter(({ state }) => state === 'fresh');
  const oldest = fresh.flatMap(({ at }) => at ?? []).toSorted()[0] ?? null;
  const entries = [
    ...stale.map((market) => ({
      mark: staleBadge,
      word: 'Stale',
      text: place(market),
      aside: market.at === null ? neverChecked : `since ${formatAnswerTime(market.at)}`,
    })),
    ...starting.map((market) => ({ mark: startingBadge, word: 'Starting', text: place(market), aside: '' })),
    ...(fresh.length > 0
      ? [
          {
            mark: checked,
            word: 'Checked',
            text: fresh.map(place).join(' · '),
            aside: oldest === null ? '' : formatAnswerTime(oldest),
          },
        ]
      : []),
  ];
  return [
    {
      title: 'How fresh is this',
      rows: [section('How fresh is this'), ...entries.map((entry) => listRow(entry))],
      lines: entries.map(({ word, text, aside }) => `${word}: ${text}${aside === '' ? '' : ` (${aside})`}`),
    },
  ];
}
