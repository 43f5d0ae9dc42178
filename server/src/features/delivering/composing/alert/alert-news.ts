import { localeOf } from '@app/shared/base/marketplaces.ts';
import { riskText } from '@app/shared/domain/risk/money-at-risk.ts';
import { wastedAdsText } from '@app/shared/world/issues/issue-risk.ts';
import { labelOfColour, severityOfColour, type Colour } from '@app/shared/base/severity.ts';
import { watchdogOf } from '@app/shared/watchdogs/registry.ts';
import { html, type Html } from '../../../../lib/mail/html.ts';
import { pictureCell } from '../../../../lib/mail/inline-pictures.ts';
import { font } from '../../../../lib/mail/layout.ts';
import { button, heading, tones } from '../../../../lib/mail/parts.ts';
import type { AlertMailOptions, AlertNews } from './alert-mail-input.ts';
import { headlineOf } from '@app/shared/world/news-text.ts';
import { levelBadge } from '../level-badge.ts';
import { dayText, timeText } from '../local-times.ts';

type NewsContext = Omit<AlertMailOptions, 'news'> & { readonly isOne: boolean };

export const productLink = ({ productId }: Pick<AlertNews, 'productId'>, publicUrl: string): string =>
  `${publicUrl}/home#pdet-${productId}`;

/** The heading of an improvement is its message, because the headline of the kind names the problem. */
const longestHeading = 90;
const headingOf = (news: AlertNews): string =>
  news.colour === 'GREEN' && news.message !== null && news.message.length <= longestHeading
    ? news.message
    : headlineOf(news);

const atText = (news: AlertNews, { reader }: NewsContext): string =>
  `${dayText(reader.clock, news.at)}, ${timeText(reader.clock, news.at)}`;

/** Only an open issue can be marked done; every item can be muted. */
const actionsOn = (
  news: AlertNews,
  { links }: NewsContext,
): readonly { readonly label: string; readonly url: string }[] => [
  ...(news.colour === 'GREEN' ? [] : [{ label: 'Mark done', url: links.done(news) }]),
  { label: 'Mute 24 h', url: links.mute(news) },
];

/** Only a mail about one alert contains advice, which in a longer mail would hide the alerts. */
const stepsFor = (news: AlertNews, { isOne }: NewsContext): readonly string[] =>
  isOne && news.colour !== 'GREEN' ? (watchdogOf(news.type)?.nextSteps ?? []) : [];

/** Returns the money at risk as the dashboard writes it; empty if it is unknown. */
export const atRisk = ({ risk, marketplace, colour }: AlertNews): string => {
  if (risk === null || colour === 'GREEN') return '';
  const locale = localeOf(marketplace);
  const ads = wastedAdsText(risk, locale);
  return `${riskText(risk.money, locale)}${ads === null ? '' : ` (${ads})`}`;
};

/** Returns the plain-text version of an alert, with the headline first and the product link last. */
export function newsBlock(news: AlertNews, telling: NewsContext): string {
  return [
    `${labelOfColour(news.colour)}: ${headlineOf(news)}`,
    `${news.productName} (${news.marketplace}, ${news.asin}, ${news.sellerAccountName})`,
    ...(news.from !== null && news.to !== null ? [`${news.from} → ${news.to}`] : []),
    ...(news.message === null ? [] : [news.message]),
    ...(news.relation === null ? [] : [news.relation]),
    ...news.evidence.map(({ label, value }) => `${label}: ${value}`),
    `Since ${atText(news, telling)}`,
    ...(atRisk(news) === '' ? [] : [`At risk: ${atRisk(news)}, an estimate`]),
    ...stepsFor(news, telling).map((step, index) => `${index + 1}. ${step}`),
    ...actionsOn(news, telling).map(({ label, url }) => `${label}: ${url}`),
    productLink(news, telling.publicUrl),
  ].join('\n');
}

export function newsRows(news: AlertNews, telling: NewsContext): Html {
  const actions = actionsOn(news, telling);
  return html`<tr>
      <td class="px" style="${font};padding:18px 32px 0">${levelBadge(news.colour)}</td>
    </tr>
    ${heading(headingOf(news))}
    <tr>
      <td class="px" style="padding:14px 32px 0">${productOf(news, telling)}</td>
    </tr>
    ${fromTo(news)} ${news.message === null || news.message === headingOf(news) ? '' : messageRow(news.message)}
    ${news.relation === null ? '' : messageRow(news.relation)} ${facts(news, telling)} ${proof(news)}
    ${steps(stepsFor(news, telling))}
    ${button({ label: 'Open in Watchpost', url: productLink(news, telling.publicUrl) }, actions)}`;
}

const messageRow = (message: string): Html =>
  html`<tr>
    <td
      class="px tx"
      style="${font};padding:14px 32px 0;font-size:14px;line-height:20px;color:#1a1b1e;word-break:break-word"
    >
      ${message}
    </td>
  </tr>`;

/** Returns the start of the issue and the money at risk, which is marked as an estimate. */
function facts(news: AlertNews, telling: NewsContext): Html {
  const money = atRisk(news);
  const all = [
    { label: 'Since', value: atText(news, telling) },
    ...(money === '' ? [] : [{ label: 'At risk, an estimate', value: money }]),
  ];
  return html`<tr>
    <td class="px" style="padding:16px 32px 0">
      <table role="presentation" class="row" cellpadding="0" cellspacing="0" border="0" width="100%">
        <tr>
          ${all.map(
            ({ label, value }) =>
              html`<td
                width="${100 / all.length}%"
                valign="top"
                class="t2"
                style="${font};padding-right:12px;font-size:12px;line-height:18px;color:#54555a"
              >
                ${label}<br /><b
                  class="tx"
                  style="font-size:14px;line-height:20px;font-weight:600;color:#1a1b1e;word-break:break-word"
                  >${value}</b
                >
              </td>`,
          )}
        </tr>
      </table>
    </td>
  </tr>`;
}

function proof({ evidence }: AlertNews): Html | string {
  if (evidence.length === 0) return '';
  return html`<tr>
    <td class="px t2" style="${font};padding:12px 32px 0;font-size:13px;line-height:20px;color:#54555a">
      ${evidence.map(
        ({ label, value }) =>
          html`${label}: <span class="tx" style="color:#1a1b1e;font-weight:600;word-break:break-word">${value}</span
            ><br />`,
      )}
    </td>
  </tr>`;
}

function steps(all: readonly string[]): Html | string {
  if (all.length === 0) return '';
  return html`<tr>
    <td class="px" style="${font};padding:16px 32px 0">
      <span class="tx" style="font-size:14px;line-height:20px;font-weight:600;color:#1a1b1e">What to do</span>
      <table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%">
        ${all.map(
          (step, index) =>
            html`<tr>
              <td
                width="24"
                valign="top"
                class="t2"
                style="${font};padding:4px 0;font-size:14px;line-height:20px;font-weight:600;color:#54555a"
              >
                ${index + 1}
              </td>
              <td class="tx" style="${font};padding:4px 0;font-size:14px;line-height:20px;color:#1a1b1e">${step}</td>
            </tr>`,
        )}
      </table>
    </td>
  </tr>`;
}

function productOf(news: AlertNews, { pictures }: NewsContext): Html {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%">
    <tr>
      ${pictureCell({ imageUrl: news.imageUrl, name: news.productName, size: 56 }, pictures)}
      <td
        class="tx"
        style="${font};font-size:14px;line-height:20px;font-weight:600;color:#1a1b1e;word-break:break-word"
      >
        ${news.productName}<br /><span class="t2" style="font-weight:400;font-size:13px;color:#54555a"
          >${news.marketplace}, ${news.asin}, ${news.sellerAccountName}</span
        >
      </td>
    </tr>
  </table>`;
}

function fromTo({ from, to, colour }: { from: string | null; to: string | null; colour: Colour }): Html | string {
  if (from === null || to === null) return '';
  const tone = severityOfColour(colour);
  const cell = `${font};padding:10px 14px;border:1px solid #e6e5e1;border-radius:6px;font-size:12px;line-height:18px`;
  const value = 'font-size:16px;line-height:22px;font-weight:600;word-break:break-word';
  return html`<tr>
    <td class="px" style="padding:16px 32px 0">
      <table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%" style="table-layout:fixed">
        <tr>
          <td width="46%" valign="top" class="inset t2" style="${cell};color:#54555a">
            Before<br /><span class="tx" style="${value};color:#1a1b1e">${from}</span>
          </td>
          <td width="8%" align="center" class="t2" style="font-family:Arial,sans-serif;font-size:18px;color:#54555a">
            →
          </td>
          <td width="46%" valign="top" class="${tone}" style="${cell};${tones[tone]}">
            Now<br /><span style="${value}">${to}</span>
          </td>
        </tr>
      </table>
    </td>
  </tr>`;
}
