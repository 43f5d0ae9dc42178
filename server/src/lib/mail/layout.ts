import { html, type Html } from './html.ts';

/**
 * Mail programs support neither linked style sheets nor CSS variables: light colours are inline, and dark colours are
 * in one style block.
 */
const darkRules = `
@media (prefers-color-scheme: dark) {
  .bg { background: #0f1011 !important }
  .sf, .inset { background: #17181a !important; border-color: #292a2e !important }
  .ln { background: #292a2e !important }
  .pic { border-color: #292a2e !important }
  .tx { color: #ededea !important }
  .t2 { color: #b4b5b9 !important }
  .al { color: #ff9489 !important }
  .wa { color: #efbb5b !important }
  .be { color: #66c9d8 !important }
  .ok { color: #77cb9b !important }
  a.ac { color: #8db2ff !important }
  .alert { background: #2a1715 !important; border-color: #4a2420 !important; color: #ff9489 !important }
  .warning { background: #282013 !important; border-color: #44361a !important; color: #efbb5b !important }
  .improved { background: #10262a !important; border-color: #1c4047 !important; color: #66c9d8 !important }
  .stale { background: #232322 !important; border-color: #3a3a36 !important; color: #b4b5b9 !important }
  .btn { background: #ededea !important }
  .btn a { color: #141517 !important }
}
@media (max-width: 640px) {
  .w { width: 100% !important }
  .px { padding-left: 20px !important; padding-right: 20px !important }
  .sf { border-radius: 0 !important; border-left: 0 !important; border-right: 0 !important }
}
@media (max-width: 480px) {
  .half { display: inline-block !important; width: 48% !important; box-sizing: border-box !important; padding-bottom: 12px !important }
  .row td { display: block !important; width: auto !important; padding: 0 0 2px !important; text-align: left !important }
  .go { padding-left: 12px !important; padding-right: 12px !important; font-size: 13px !important }
  .act { padding-left: 10px !important }
  .act a { font-size: 13px !important }
}`;

export const font = "font-family:Inter,-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

interface Layout {
  readonly title: string;
  /** The line that an inbox shows beside the subject. */
  readonly preview: string;
  /** The date in the recipient's calendar. */
  readonly date?: string;
  /** Table rows of the mail's single panel. */
  readonly rows: readonly Html[];
  readonly footer: Html;
}

export const mailPage = ({ title, preview, date, rows, footer }: Layout): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${title}</title>
        <style>
          ${darkRules}
        </style>
      </head>
      <body class="bg" style="margin:0;padding:0;background:#f6f6f4">
        <div style="display:none;max-height:0;overflow:hidden">${preview}</div>
        <table
          role="presentation"
          width="100%"
          cellpadding="0"
          cellspacing="0"
          border="0"
          class="bg"
          style="background:#f6f6f4"
        >
          <tr>
            <td align="center" style="padding:20px 0 32px">
              <table
                role="presentation"
                class="w"
                width="600"
                cellpadding="0"
                cellspacing="0"
                border="0"
                style="width:600px"
              >
                <tr>
                  <td class="sf" style="background:#ffffff;border:1px solid #e6e5e1;border-radius:8px">
                    <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
                      ${brand(date)} ${rows}
                      <tr>
                        <td style="height:24px;line-height:24px;font-size:1px">&nbsp;</td>
                      </tr>
                    </table>
                  </td>
                </tr>
                <tr>
                  <td class="px t2" style="${font};padding:16px 32px 0;font-size:12px;line-height:18px;color:#54555a">
                    ${footer}
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html>`.text;

/** The logo is a letter in a box, because many inboxes block pictures. */
const brand = (date: string | undefined): Html =>
  html`<tr>
    <td class="px" style="padding:20px 32px 4px">
      <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
        <tr>
          <td width="34">
            <table role="presentation" cellpadding="0" cellspacing="0" border="0">
              <tr>
                <td
                  class="btn"
                  width="24"
                  height="24"
                  align="center"
                  style="width:24px;height:24px;border-radius:6px;background:#1a1b1e"
                >
                  <a
                    style="${font};display:block;font-size:14px;line-height:24px;font-weight:800;color:#ffffff;text-decoration:none"
                    aria-hidden="true"
                    >W</a
                  >
                </td>
              </tr>
            </table>
          </td>
          <td class="tx" style="${font};font-size:15px;line-height:24px;font-weight:600;color:#1a1b1e">Watchpost</td>
          <td class="t2" align="right" style="${font};font-size:12px;line-height:24px;color:#54555a">${date ?? ''}</td>
        </tr>
      </table>
    </td>
  </tr>`;
