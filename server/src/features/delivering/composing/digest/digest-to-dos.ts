import { localeOf } from '@app/shared/base/marketplaces.ts';
import { riskText } from '@app/shared/domain/risk/money-at-risk.ts';
import { labelOfColour, type Colour } from '@app/shared/base/severity.ts';
import { causeText } from '@app/shared/world/issues/incidents.ts';
import type { ToDo } from '@app/shared/world/issues/weighing.ts';
import { html, type Html } from '../../../../lib/mail/html.ts';
import { pictureCell } from '../../../../lib/mail/inline-pictures.ts';
import { font } from '../../../../lib/mail/layout.ts';
import { line } from '../../../../lib/mail/parts.ts';
import { productLink } from '../alert/alert-news.ts';
import type { DigestMailOptions } from './digest-mail-input.ts';
import { colourOf, nameOf, placeOf, shortenLine, since } from './digest-words.ts';
import { headlineOf } from '@app/shared/world/news-text.ts';

const moneyOf = ({ risk, product }: ToDo): string =>
  risk === null ? '' : riskText(risk.money, localeOf(product.marketplace));

/** Notes on a task: that the item was ok for a while, or goes to and fro, its cause, and the other issues of the product. */
function besides({ issue, product, others }: ToDo, { comebacks, brief, now }: DigestMailOptions): string {
  const ofProduct = [...brief.open.values()].filter((open) => open.product.productId === product.productId);
  const cause = causeText(
    issue,
    ofProduct.map((open) => open.issue),
  );
  const { watchDogItemId, calmUntil } = issue.item;
  const isRestless = calmUntil !== undefined && Date.parse(calmUntil) > now.getTime();
  return [
    isRestless ? ', goes to and fro' : comebacks.has(watchDogItemId) ? ', came back' : '',
    cause === null ? '' : `, because ${cause}`,
    others > 0 ? `, and ${others} more with it` : '',
  ].join('');
}

export function toDoText(toDo: ToDo, options: DigestMailOptions & { readonly rank: number }): string {
  const { issue, product } = toDo;
  const { message, from, to } = issue.item.statusDetails;
  const colour = colourOf(issue.item.status);
  const money = moneyOf(toDo);
  return [
    `${options.rank}. ${labelOfColour(colour)}: ${headlineOf({ type: issue.type, colour })}${besides(toDo, options)}`,
    placeOf(toDo),
    ...(from !== null && to !== null
      ? [`${shortenLine(from)} → ${shortenLine(to)}`]
      : message === null
        ? []
        : [shortenLine(message)]),
    [money, since(issue.item.date, options)].filter(Boolean).join(', '),
    productLink(product, options.publicUrl),
  ].join('\n');
}

/** The tasks to do first, at most three. */
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
          ${pictureCell({ imageUrl: product.imageUrl, name: nameOf(product), size: 48 }, options.pictures)}
          <td valign="top">
            <table role="presentation" class="row" cellpadding="0" cellspacing="0" border="0" width="100%">
              <tr>
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
                    >${placeOf(toDo)}</span
                  ><br />${whatHappened(toDo, colour)}
                </td>
                <td
                  valign="top"
                  align="right"
                  width="132"
                  class="tx"
                  style="${font};padding-left:8px;font-size:14px;line-height:20px;font-weight:600;color:#1a1b1e"
                >
                  <span style="white-space:nowrap">${moneyOf(toDo)}</span
                  >${moneyOf(toDo) === '' ? '' : html`<br />`}<span
                    class="t2"
                    style="font-size:12px;font-weight:400;color:#54555a"
                    >${since(issue.item.date, options)}</span
                  >
                </td>
              </tr>
            </table>
          </td>
        </tr>
      </table>
    </td>
  </tr>`;
}

function whatHappened({ issue }: ToDo, colour: Colour): Html {
  const { from, to, message } = issue.item.statusDetails;
  const tone = colour === 'RED' ? 'al' : 'wa';
  const inTone = (text: string): Html =>
    html`<b class="${tone}" style="font-weight:600;color:${colour === 'RED' ? '#b3261a' : '#875400'}"
      >${shortenLine(text)}</b
    >`;
  if (from !== null && to !== null) {
    return html`<span style="font-size:13px"
      ><span class="t2" style="color:#54555a">${shortenLine(from)}</span> &rarr; ${inTone(to)}</span
    >`;
  }
  return html`<span style="font-size:13px">${inTone(message ?? labelOfColour(colour))}</span>`;
}
