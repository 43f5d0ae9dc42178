import { localeOf } from '@app/shared/base/marketplaces.ts';
import { cutAt } from '@app/shared/base/cut-text.ts';
import type { Product } from '@app/shared/contract/sentinel.ts';
import { issueStatus, itemStatus } from '@app/shared/domain/issue-status.ts';
import { amountText } from '@app/shared/domain/money-at-risk.ts';
import type { Colour } from '@app/shared/watchdogs/define.ts';
import type { ToDo } from '@app/shared/world/do-now.ts';
import { html, type Html } from '../../lib/mail/html.ts';
import { font } from '../../lib/mail/layout.ts';
import { badge, line, listRow, section } from '../../lib/mail/parts.ts';
import type { NamedMarket, OpenIssue } from './digest-brief.ts';
import type { DigestMailOptions } from './digest-telling.ts';
import { headlineOf, labels, levelBadge, lowerFirst } from './levels.ts';
import { sinceText } from './local-times.ts';
import { productLink } from './alert-news.ts';

/** A part of the digest: as rows, and in the text twin as lines. */
export interface Listed {
  readonly title: string;
  readonly rows: readonly Html[];
  readonly lines: readonly string[];
}

/** What is longer is on the dashboard. */
const mostListed = 5;
const longest = 90;

const shorten = (text: string): string => (text.length <= longest ? text : `${cutAt(text, longest - 1).trimEnd()}…`);
const nameOf = (product: Product): string => shorten(product.shortName || product.productName);
const colourOf = (status: number): Colour => (status === itemStatus.alert ? 'RED' : 'AMBER');
const since = (at: string | null, { reader, now }: DigestMailOptions): string =>
  at === null ? '' : `since ${sinceText(reader.clock, new Date(at), now)}`;

const moneyOf = ({ risk, product }: ToDo): string =>
  risk === null ? '' : `${amountText(risk.money, localeOf(product.marketplace))} a day`;
/** Beside what to do: that it was well for a while, and what else is wrong with the product. */
const besides = ({ issue, others }: ToDo, { comebacks }: DigestMailOptions): string =>
  `${comebacks.has(issue.item.watchDogItemId) ? ', came back' : ''}${others > 0 ? `, and ${others} more with it` : ''}`;

export function toDoText(toDo: ToDo, options: DigestMailOptions & { readonly rank: number }): string {
  const { issue, product } = toDo;
  const { message, from, to } = issue.item.statusDetails;
  const colour = colourOf(issue.item.status);
  const money = moneyOf(toDo);
  return [
    `${options.rank}. ${labels[colour]}: ${headlineOf({ type: issue.type, colour })}${besides(toDo, options)}`,
    `${nameOf(product)}, ${product.marketplace}`,
    ...(from !== null && to !== null
      ? [`${shorten(from)} → ${shorten(to)}`]
      : message === null
        ? []
        : [shorten(message)]),
    [money === '' ? '' : `about ${money}`, since(issue.item.date, options)].filter(Boolean).join(', '),
    productLink(product, options.publicUrl),
  ].join('\n');
}

/** Never more than three: what to do first. */
export const toDoRows = (options: DigestMailOptions): readonly Html[] => {
  const rows = options.brief.toDo.top.flatMap((toDo, index) => [line, toDoRow(toDo, { ...options, rank: index + 1 })]);
  return rows.length > 0 ? [...rows, line] : [];
};

function toDoRow(toDo: ToDo, options: DigestMailOptions & { readonly rank: number }): Html {
  const { issue, product } = toDo;
  const colour = colourOf(issue.item.status);
  return html`<tr>
    <td class="px" style="padding:16px 32px 0">
      <table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%">
        <tr>
          ${pictureOf(product)}
          <td
            valign="top"
            class="tx"
            style="${font};font-size:14px;line-height:20px;color:#1a1b1e;word-break:break-word"
          >
            <a
              href="${productLink(product, options.publicUrl)}"
              class="tx"
              style="color:#1a1b1e;font-weight:600;text-decoration:none"
              >${options.rank}. ${headlineOf({ type: issue.type, colour })}</a
            ><span class="t2" style="font-size:12px;color:#54555a">${besides(toDo, options)}</span><br /><span
              class="t2"
              style="font-size:13px;color:#54555a"
              >${nameOf(product)}, ${product.marketplace}</span
            ><br />${whatHappened(toDo, colour)}
          </td>
          <td
            valign="top"
            align="right"
            width="132"
            class="tx"
            style="${font};padding-left:8px;font-size:14px;line-height:20px;font-weight:600;color:#1a1b1e"
          >
            <span style="white-space:nowrap">${moneyOf(toDo)}</span>${moneyOf(toDo) === '' ? '' : html`<br />`}<span
              class="t2"
              style="font-size:12px;font-weight:400;color:#54555a"
              >${since(issue.item.date, options)}</span
            >
          </td>
        </tr>
      </table>
    </td>
  </tr>`;
}

const pictureOf = ({ imageUrl }: Product): Html | string =>
  imageUrl
    ? html`<td width="64" valign="top">
        <img
          src="${imageUrl}"
          width="48"
          height="48"
          alt=""
          class="pic"
          style="display:block;width:48px;height:48px;object-fit:contain;background:#ffffff;border:1px solid #e6e5e1;border-radius:6px"
        />
      </td>`
    : '';

function whatHappened({ issue }: ToDo, colour: Colour): Html {
  const { from, to, message } = issue.item.statusDetails;
  const tone = colour === 'RED' ? 'al' : 'wa';
  const inTone = (text: string): Html =>
    html`<b class="${tone}" style="font-weight:600;color:${colour === 'RED' ? '#b3261a' : '#875400'}"
      >${shorten(text)}</b
    >`;
  if (from !== null && to !== null) {
    return html`<span style="font-size:13px"
      ><span class="t2" style="color:#54555a">${shorten(from)}</span> &rarr; ${inTone(to)}</span
    >`;
  }
  return html`<span style="font-size:13px">${inTone(message ?? labels[colour])}</span>`;
}

export function statistics({ brief: { counts }, solved }: DigestMailOptions): Html {
  const { uncheckedAlerts, uncheckedWarnings, productsWithIssues, totalProducts } = counts;
  const cells = [
    { value: uncheckedAlerts, label: 'unchecked alerts', tone: 'al', colour: '#b3261a' },
    { value: uncheckedWarnings, label: 'unchecked warnings', tone: 'wa', colour: '#875400' },
    {
      value: productsWithIssues,
      label: `of ${totalProducts.toLocaleString('en-US')} products with issues`,
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

/** What waits for somebody, and what came back though it was well. */
export function issueList(options: DigestMailOptions): readonly Listed[] {
  const { brief, comebacks } = options;
  const inTop = new Set(brief.toDo.top.map(({ issue }) => issue.item.watchDogItemId));
  const back = [...brief.open.values()].filter(
    ({ issue: { item } }) => comebacks.has(item.watchDogItemId) && !inTop.has(item.watchDogItemId),
  );
  const others = brief.waiting.filter(({ issue }) => !comebacks.has(issue.item.watchDogItemId));
  const inProgress = others.filter(({ issue }) => issue.item.issueStatus === issueStatus.inProgress).length;
  const seen = others.length - inProgress;
  const waiting = [inProgress > 0 ? `${inProgress} in progress` : '', seen > 0 ? `${seen} seen` : ''];
  return [
    ...listOf('Waiting', { all: others, aside: waiting.filter(Boolean).join(', ') }, options),
    ...listOf('Came back', { all: back, aside: `${back.length}` }, options),
  ];
}

function listOf(
  title: string,
  { all, aside }: { all: readonly OpenIssue[]; aside: string },
  options: DigestMailOptions,
): readonly Listed[] {
  if (all.length === 0) return [];
  const entries = all.slice(0, mostListed).map(({ issue, product }) => {
    const colour = colourOf(issue.item.status);
    const text = `${nameOf(product)}, ${product.marketplace}: ${lowerFirst(headlineOf({ type: issue.type, colour }))}`;
    const state = issue.item.issueStatus === issueStatus.inProgress ? 'in progress, ' : '';
    return { colour, text, aside: `${state}${since(issue.item.date, options)}` };
  });
  const left = all.length - entries.length;
  return [
    {
      title,
      rows: [
        section(title, aside),
        ...entries.map((entry) => listRow({ mark: levelBadge(entry.colour), text: entry.text, aside: entry.aside })),
        ...(left > 0 ? [listRow({ mark: html``, text: `and ${left.toLocaleString('en-US')} more`, aside: '' })] : []),
      ],
      lines: [
        ...entries.map((entry) => `${labels[entry.colour]}: ${entry.text} (${entry.aside})`),
        ...(left > 0 ? [`and ${left.toLocaleString('en-US')} more`] : []),
      ],
    },
  ];
}

export function improvedList(options: DigestMailOptions): readonly Listed[] {
  const { improvements, comebacks, brief, reader, now } = options;
  const known = improvements.flatMap((one) => {
    const product = brief.byId.get(one.productId);
    // What is wrong again is told among what came back.
    return product && !comebacks.has(one.itemId) ? [{ ...one, product }] : [];
  });
  if (known.length === 0) return [];
  const entries = known.slice(0, mostListed).map(({ type, message, at, product }) => ({
    text: `${nameOf(product)}, ${product.marketplace}: ${shorten(message ?? headlineOf({ type, colour: 'GREEN' }))}`,
    aside: sinceText(reader.clock, at, now),
  }));
  return [
    {
      title: 'Got better',
      rows: [
        section('Got better', known.length.toLocaleString('en-US')),
        ...entries.map(({ text, aside }) => listRow({ mark: levelBadge('GREEN'), text, aside })),
      ],
      lines: entries.map(({ text, aside }) => `${text} (${aside})`),
    },
  ];
}

const staleBadge = badge({ tone: 'stale', sign: '?', label: 'Stale' });
const startingBadge = badge({ tone: 'stale', sign: '…', label: 'Starting' });
const checked = html`<b class="ok" style="font-weight:600;color:#226b45">✓&nbsp; Checked</b>`;

const place = ({ account, marketplace }: NamedMarket): string => `${shorten(account)}, ${marketplace}`;

/** What is silent stands first; what was checked stands together. */
export function freshLists(options: DigestMailOptions): readonly Listed[] {
  const { markets } = options.brief;
  if (markets.length === 0) return [];
  const { reader, now } = options;
  const told = (at: string | null): string => (at === null ? 'never' : sinceText(reader.clock, new Date(at), now));
  const stale = markets.filter(({ state }) => state === 'stale');
  const starting = markets.filter(({ state }) => state === 'starting');
  const fresh = markets.filter(({ state }) => state === 'fresh');
  const oldest = fresh.flatMap(({ at }) => at ?? []).toSorted()[0] ?? null;
  const entries = [
    ...stale.map((market) => ({
      mark: staleBadge,
      word: 'Stale',
      text: place(market),
      aside: `since ${told(market.at)}`,
    })),
    ...starting.map((market) => ({ mark: startingBadge, word: 'Starting', text: place(market), aside: '' })),
    ...(fresh.length > 0
      ? [{ mark: checked, word: 'Checked', text: fresh.map(place).join(' · '), aside: told(oldest) }]
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
