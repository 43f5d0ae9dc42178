import type { Colour } from '@app/shared/watchdogs/define.ts';
import { watchdogOf } from '@app/shared/watchdogs/registry.ts';
import { html, type Html } from '../../lib/mail/html.ts';
import { font, mailPage } from '../../lib/mail/layout.ts';

/** One flip as a mail tells it. */
export interface AlertNews {
  readonly type: string;
  readonly colour: Colour;
  readonly at: Date;
  readonly message: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly evidence: readonly { readonly label: string; readonly value: string }[];
  readonly productId: string;
  readonly productName: string;
  readonly asin: string;
  readonly marketplace: string;
  readonly sellerAccountName: string;
  readonly imageUrl: string | null;
}

export interface AlertMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

interface AlertMailOptions {
  readonly email: string;
  readonly publicUrl: string;
  readonly news: readonly AlertNews[];
}

/** Labels of section 5. */
const labels: Readonly<Record<Colour, string>> = { RED: 'Alert', AMBER: 'Warning', GREEN: 'Improvement' };
const tones: Readonly<Record<Colour, { name: string; style: string }>> = {
  RED: { name: 'alert', style: 'background:#fdf1ef;color:#b3261e' },
  AMBER: { name: 'warning', style: 'background:#fbf3e2;color:#8a5a00' },
  GREEN: { name: 'improved', style: 'background:#e8f5f7;color:#0b6472' },
};
const signs: Readonly<Record<Colour, string>> = { RED: '!', AMBER: '▲', GREEN: '↑' };
const order: Readonly<Record<Colour, number>> = { RED: 0, AMBER: 1, GREEN: 2 };

/** One mail for everything that happened at once, worst first: five alerts of one moment are one interruption. */
export function alertMail({ email, publicUrl, news }: AlertMailOptions): AlertMail {
  const sorted = news.toSorted((a, b) => order[a.colour] - order[b.colour]).map(clipped);
  const subject = subjectOf(sorted);
  return {
    subject,
    text: textOf(sorted, { email, publicUrl }),
    html: mailPage({
      title: subject,
      preview: sorted[0]?.message ?? subject,
      rows: sorted.flatMap((one, index) => [...(index > 0 ? [separator] : []), newsRows(one, publicUrl)]),
      footer: html`You get this because instant alerts are on for ${email}. Times are UTC.`,
    }),
  };
}

/** Reviews and descriptions can be pages long: the mail tells enough to know whether to look. */
const longest = { name: 200, fromOrTo: 160, message: 500, evidence: 300, inSubject: 60 };

const clipped = (news: AlertNews): AlertNews => ({
  ...news,
  productName: shorten(news.productName, longest.name),
  from: news.from && shorten(news.from, longest.fromOrTo),
  to: news.to && shorten(news.to, longest.fromOrTo),
  message: news.message && shorten(news.message, longest.message),
  evidence: news.evidence.map(({ label, value }) => ({ label, value: shorten(value, longest.evidence) })),
});

const shorten = (text: string, most: number): string =>
  text.length <= most
    ? text
    : `${text
        .slice(0, most - 3)
        .trimEnd()
        .replace(/[\ud800-\udbff]$/, '')}…`;

/** What became better is not told by the name of what was wrong. */
const headlineOf = ({ type, colour }: AlertNews): string => {
  const watchdog = watchdogOf(type);
  return (colour === 'GREEN' ? watchdog?.title : watchdog?.headline) ?? type;
};
const linkTo = (news: AlertNews, publicUrl: string): string => `${publicUrl}/home#pdet-${news.productId}`;
/** Within a sentence; FBA stays FBA. */
const lowerFirst = (text: string): string =>
  /^[A-Z][a-z ]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;

/** The subject is the news: "Alert: buy box lost, Cast-iron skillet 26 cm, US", "Improvement: the main image is back, …". */
function subjectOf(news: readonly AlertNews[]): string {
  const [first] = news;
  if (!first) return 'Nothing happened';
  const what = first.colour === 'GREEN' ? (first.message ?? headlineOf(first)) : headlineOf(first);
  const told = lowerFirst(shorten(what, longest.inSubject));
  const name = shorten(first.productName, longest.inSubject);
  const one = `${labels[first.colour]}: ${told}, ${name}, ${first.marketplace}`;
  return news.length === 1 ? one : `${one}, and ${news.length - 1} more`;
}

/** "Friday 20 November, 11:04 UTC": the year is in the mail's own date. */
const timeOf = (at: Date): string =>
  `${at.toLocaleDateString('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })}, ${at
    .toISOString()
    .slice(11, 16)} UTC`;

function textOf(news: readonly AlertNews[], { email, publicUrl }: { email: string; publicUrl: string }): string {
  const blocks = news.map((one) =>
    [
      `${labels[one.colour]}: ${headlineOf(one)}`,
      `${one.productName} (${one.marketplace}, ${one.asin}, ${one.sellerAccountName})`,
      ...(one.from !== null && one.to !== null ? [`${one.from} → ${one.to}`] : []),
      ...(one.message === null ? [] : [one.message]),
      ...one.evidence.map(({ label, value }) => `${label}: ${value}`),
      `Since ${timeOf(one.at)}`,
      linkTo(one, publicUrl),
    ].join('\n'),
  );
  return `${blocks.join('\n\n')}\n\nYou get this because instant alerts are on for ${email}.\n`;
}

function newsRows(news: AlertNews, publicUrl: string): Html {
  const tone = tones[news.colour];
  return html`
    <tr>
      <td class="px" style="${font};padding:20px 32px 0">
        <span
          class="${tone.name}"
          style="display:inline-block;padding:1px 8px;border-radius:4px;font-size:12px;line-height:18px;font-weight:600;${tone.style}"
          >${signs[news.colour]}&nbsp; ${labels[news.colour]}</span
        >
      </td>
    </tr>
    <tr>
      <td
        class="px tx"
        style="${font};padding:8px 32px 0;font-size:20px;line-height:28px;font-weight:600;color:#1a1b1e"
      >
        ${headlineOf(news)}
      </td>
    </tr>
    <tr>
      <td class="px" style="padding:12px 32px 0">${productOf(news)}</td>
    </tr>
    ${fromTo(news)}
    ${
      news.message === null
        ? ''
        : html`<tr>
            <td
              class="px tx"
              style="${font};padding:12px 32px 0;font-size:14px;line-height:20px;color:#1a1b1e;word-break:break-word"
            >
              ${news.message}
            </td>
          </tr>`
    }
    <tr>
      <td class="px t2" style="${font};padding:12px 32px 0;font-size:12px;line-height:18px;color:#54555a">
        ${news.evidence.map(
          ({ label, value }) =>
            html`${label}: <span class="tx" style="color:#1a1b1e;font-weight:600;word-break:break-word">${value}</span
              ><br />`,
        )}Since
        ${timeOf(news.at)}
      </td>
    </tr>
    <tr>
      <td class="px" style="padding:16px 32px 0">
        <table role="presentation" cellpadding="0" cellspacing="0" border="0">
          <tr>
            <td class="btn" style="background:#1a1b1e;border-radius:6px">
              <a
                href="${linkTo(news, publicUrl)}"
                style="${font};display:inline-block;padding:10px 18px;font-size:14px;line-height:20px;font-weight:600;color:#ffffff;text-decoration:none"
                >Open in Watchpost</a
              >
            </td>
          </tr>
        </table>
      </td>
    </tr>
  `;
}

const separator = html`<tr>
  <td class="px" style="padding:24px 32px 0">
    <div class="ln" style="height:1px;line-height:1px;font-size:1px;background:#e6e5e1">&nbsp;</div>
  </td>
</tr>`;

function productOf(news: AlertNews): Html {
  const picture = news.imageUrl
    ? html`<td width="72" valign="top">
        <img
          src="${news.imageUrl}"
          width="56"
          height="56"
          alt=""
          style="display:block;width:56px;height:56px;object-fit:contain;background:#ffffff;border:1px solid #e6e5e1;border-radius:6px"
        />
      </td>`
    : '';
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%">
    <tr>
      ${picture}
      <td class="tx" style="${font};font-size:14px;line-height:20px;font-weight:600;color:#1a1b1e">
        ${news.productName}<br /><span class="t2" style="font-weight:400;font-size:13px;color:#54555a"
          >${news.marketplace}, ${news.asin}, ${news.sellerAccountName}</span
        >
      </td>
    </tr>
  </table>`;
}

function fromTo(news: AlertNews): Html | string {
  if (news.from === null || news.to === null) return '';
  const tone = tones[news.colour];
  const cell = `${font};padding:10px 14px;border:1px solid #e6e5e1;border-radius:6px;font-size:12px;line-height:18px`;
  return html`<tr>
    <td class="px" style="padding:16px 32px 0">
      <table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%">
        <tr>
          <td width="46%" class="inset t2" style="${cell};color:#54555a">
            Before<br /><span
              class="tx"
              style="font-size:15px;line-height:22px;font-weight:600;word-break:break-word;color:#1a1b1e"
              >${news.from}</span
            >
          </td>
          <td width="8%" align="center" class="t2" style="font-family:Arial,sans-serif;font-size:18px;color:#6a6b70">
            →
          </td>
          <td width="46%" class="${tone.name}" style="${cell};${tone.style}">
            Now<br /><span style="font-size:15px;line-height:22px;font-weight:600;word-break:break-word"
              >${news.to}</span
            >
          </td>
        </tr>
      </table>
    </td>
  </tr>`;
}
