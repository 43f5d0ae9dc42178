import { html, type Html } from './html.ts';
import { font } from './layout.ts';

/** Rows for `mailPage`: what every mail is made of. */
export const heading = (text: string): Html =>
  html`<tr>
    <td class="px tx" style="${font};padding:8px 32px 0;font-size:20px;line-height:28px;font-weight:600;color:#1a1b1e">
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

export const button = ({ label, url }: { readonly label: string; readonly url: string }): Html =>
  html`<tr>
    <td class="px" style="padding:16px 32px 0">
      <table role="presentation" cellpadding="0" cellspacing="0" border="0">
        <tr>
          <td class="btn" style="background:#1a1b1e;border-radius:6px">
            <a
              href="${url}"
              style="${font};display:inline-block;padding:10px 18px;font-size:14px;line-height:20px;font-weight:600;color:#ffffff;text-decoration:none"
              >${label}</a
            >
          </td>
        </tr>
      </table>
    </td>
  </tr>`;
