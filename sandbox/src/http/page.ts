import type { FastifyReply } from 'fastify';
import { html, trusted, type Markup } from './html.ts';
import { style } from './style.ts';

interface Page {
  title: string;
  body: Markup;
  /** Script text appended to the body without escaping; it must be constant text of this program. */
  script?: string;
  status?: number;
  css?: string;
}

/** Sends a complete HTML document with the sandbox's styles. */
export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  const document = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${page.title}</title>
        <link rel="icon" href="data:," />
        <style>
          ${trusted(style + (page.css ?? ''))}
        </style>
      </head>
      <body>
        ${page.body}
        ${
          page.script === undefined
            ? ''
            : html`<script>
                ${trusted(page.script)};
              </script>`
        }
      </body>
    </html>`;
  return reply
    .code(page.status ?? 200)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(document.text);
}
