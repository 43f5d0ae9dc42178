import type { FastifyReply } from 'fastify';
import { html, trusted, type Markup } from '../../http/html.ts';

/** Styles for light and dark mode. The merchant's `appearance.variables` override the custom properties. */
const frameStyle = `
:root { color-scheme: light dark;
  --colorPrimary: light-dark(#0570de, #85d996); --colorBackground: light-dark(#ffffff, #30313d); --colorText: light-dark(#30313d, #ffffff);
  --colorDanger: light-dark(#b3093c, #ffb3c4); --fontFamily: system-ui, sans-serif; --fontSizeBase: 16px; --borderRadius: 5px;
  --spacingUnit: 4px; }
* { box-sizing: border-box; }
body { margin: 0; background: transparent; color: var(--colorText); font: var(--fontSizeBase)/1.4 var(--fontFamily); }
[data-filled] body { background: var(--colorBackground); }
main { padding: 2px; }
main.sheet { padding: 24px; background: var(--colorBackground); min-height: 100vh; }
h1 { font-size: 1.2em; margin: 0 0 12px; }
.row { display: flex; flex-wrap: wrap; gap: calc(var(--spacingUnit) * 3); }
.row > * { flex: 1 1 120px; min-width: 0; }
.field { margin-bottom: calc(var(--spacingUnit) * 3); }
[data-kind=card] .field { margin-bottom: 0; } [data-kind=card] .row > * { flex: 1 1 70px; }
[data-kind=card] [data-type=card] { display: flex; flex-wrap: wrap; gap: 8px; }
[data-kind=card] [data-type=card] > .field { flex: 2 1 200px; } [data-kind=card] [data-type=card] > .row { flex: 1 1 180px; }
label { display: block; font-size: .93em; margin-bottom: var(--spacingUnit); }
input[type=text] { width: 100%; font: inherit; color: inherit; background: var(--colorBackground); padding: calc(var(--spacingUnit) * 2.5);
  border: 1px solid light-dark(#767676, #9a9aa5); border-radius: var(--borderRadius); }
input:focus-visible, button:focus-visible { outline: 2px solid var(--colorPrimary); outline-offset: 1px; }
[aria-invalid=true] { border-color: var(--colorDanger) !important; color: var(--colorDanger) !important; }
.error { color: var(--colorDanger); font-size: .93em; margin: 0; }
.error:empty { display: none; }
fieldset { border: 0; padding: 0; margin: 0 0 12px; } fieldset label { display: inline-block; margin-right: 16px; }
[hidden] { display: none !important; }
button { font: inherit; padding: 10px 16px; border-radius: var(--borderRadius); border: 1px solid currentcolor; background: var(--colorBackground);
  color: inherit; cursor: pointer; margin: 0 8px 8px 0; }
button.primary { background: light-dark(#0055b3, #85d996); color: light-dark(#fff, #10231a); border-color: transparent; }
`;

interface FramePage {
  readonly title: string;
  readonly kind: string;
  /** The sandbox's time in milliseconds since 1970, which decides whether a card has expired. */
  readonly now: number;
  readonly body: Markup;
  /** The text of a script, which must be constant text of this program, because it is not escaped. */
  readonly script: string;
}

/** Sends a document that other origins may embed. */
export function sendFrame(reply: FastifyReply, { title, kind, now, body, script }: FramePage): FastifyReply {
  const document = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <style>
          ${trusted(frameStyle)}
        </style>
      </head>
      <body data-kind="${kind}" data-now="${now}">
        ${body}
        <script type="module">
          ${trusted(script)};
        </script>
      </body>
    </html>`;
  return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(document.text);
}
