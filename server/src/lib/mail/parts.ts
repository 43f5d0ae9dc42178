import { html, type Html } from './html.ts';
import { font } from './layout.ts';

/** A heading. Like all parts of this file, it is a row for `mailPage`, which makes the whole mail. */
export const heading = (text: string): Html =>
  html`<tr>
    <td
      class="px tx"
      style="${font};padding:12px 32px 0;font-size:22px;line-height:28px;font-weight:600;letter-spacing:-0.3px;color:#1a1b1e;word-break:break-word"
    >
      ${text}
    </td>
  </tr>`;

export const paragraph = (text: string): Html =>
  html`<tr>
    <td
      class="px tx"
      style="${font};padding:12px 32px 0;font-size:14px;line-height:20px;color:#1a1b1e;word-break:break-word"
    >
      ${text}
    </td>
  </tr>`;

/** Text that a user has written, with its line breaks and spaces. */
export const written = (text: string): Html =>
  html`<tr>
    <td class="px" style="padding:12px 32px 0">
      <pre
        class="tx"
        style="${font};margin:0;white-space:pre-wrap;font-size:14px;line-height:20px;color:#1a1b1e;word-break:break-word"
      >
${text}</pre>
    </td>
  </tr>`;

/** A smaller line below a heading, for example the evidence of an alert. */
export const note = (text: string): Html =>
  html`<tr>
    <td
      class="px t2"
      style="${font};padding:6px 32px 0;font-size:14px;line-height:20px;color:#54555a;word-break:break-word"
    >
      ${text}
    </td>
  </tr>`;

/** The title of one part of a mail, with an optional small text at its end. */
export const section = (title: string, aside = ''): Html =>
  html`<tr>
    <td class="px" style="padding:18px 32px 4px">
      <table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%">
        <tr>
          <td class="tx" style="${font};font-size:14px;line-height:20px;font-weight:600;color:#1a1b1e">${title}</td>
          <td class="t2" align="right" style="${font};font-size:12px;line-height:20px;color:#54555a">${aside}</td>
        </tr>
      </table>
    </td>
  </tr>`;

interface Target {
  readonly label: string;
  readonly url: string;
}

/** The main button, followed by links for other actions. */
export const button = ({ label, url }: Target, others: readonly Target[] = []): Html =>
  html`<tr>
    <td class="px" style="padding:16px 32px 0">
      <table role="presentation" cellpadding="0" cellspacing="0" border="0">
        <tr>
          <td class="btn" style="background:#1a1b1e;border-radius:6px">
            <a
              href="${url}"
              class="go"
              style="${font};display:inline-block;padding:12px 18px;font-size:14px;line-height:20px;font-weight:600;color:#ffffff;text-decoration:none;white-space:nowrap"
              >${label}</a
            >
          </td>
          ${others.map(
            (other) =>
              html`<td class="act" style="padding-left:14px">
                <a
                  href="${other.url}"
                  class="ac"
                  style="${font};display:inline-block;padding:12px 0;font-size:14px;line-height:20px;font-weight:600;color:#2457c5;text-decoration:none;white-space:nowrap"
                  >${other.label}</a
                >
              </td>`,
          )}
        </tr>
      </table>
    </td>
  </tr>`;

/** A link within a sentence. */
export const inlineLink = ({ label, url }: Target): Html =>
  html`<a href="${url}" class="ac" style="color:#2457c5;text-decoration:underline">${label}</a>`;

/** A rule across the full width of the panel. */
export const line = html`<tr>
  <td style="padding:18px 0 0">
    <div class="ln" style="height:1px;line-height:1px;font-size:1px;background:#e6e5e1">&nbsp;</div>
  </td>
</tr>`;

export const tones = {
  alert: 'background:#fdf1ef;border-color:#f4cfca;color:#b3261a',
  warning: 'background:#fdf6e7;border-color:#efdcb0;color:#875400',
  improved: 'background:#e8f5f7;border-color:#bfe0e6;color:#0b6472',
  stale: 'background:#f3f2ee;border-color:#dddbd3;color:#54555a',
} as const;
type Tone = keyof typeof tones;

/** A severity as a sign and a word in its colour, because colour alone does not reach every reader. */
export const badge = ({ tone, sign, label }: { tone: Tone; sign: string; label: string }): Html =>
  html`<span
    class="${tone}"
    style="${font};display:inline-block;padding:1px 8px 1px 6px;border-radius:4px;font-size:12px;line-height:18px;font-weight:600;white-space:nowrap;${
      tones[tone]
    }"
    ><b style="font-weight:800">${sign}</b>&nbsp; ${label}</span
  >`;

/** A list entry: a badge or word, a text, and a short word at the end. */
export const listRow = ({ mark, text, aside }: { mark: Html; text: Html | string; aside: string }): Html =>
  html`<tr>
    <td class="px" style="padding:5px 32px">
      <table role="presentation" class="row" cellpadding="0" cellspacing="0" border="0" width="100%">
        <tr>
          <td width="132" valign="top" style="${font};font-size:12px;line-height:20px">${mark}</td>
          <td
            class="tx"
            valign="top"
            style="${font};font-size:13px;line-height:20px;color:#1a1b1e;word-break:break-word"
          >
            ${text}
          </td>
          <td
            class="t2"
            valign="top"
            align="right"
            width="120"
            style="${font};padding-left:12px;font-size:12px;line-height:20px;color:#54555a"
          >
            ${aside}
          </td>
        </tr>
      </table>
    </td>
  </tr>`;
