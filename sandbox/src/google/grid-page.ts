import type { FastifyInstance } from 'fastify';
import { html } from '../http/html.ts';
import { sendPage } from '../http/page.ts';
import type { Spreadsheet, Tab } from './spreadsheet.ts';

const mostRows = 200;

/** Serves a page for each spreadsheet, on which a person can look at its cells. */
export const gridPages =
  (spreadsheets: ReadonlyMap<string, Spreadsheet>) =>
  (app: FastifyInstance, _options: object, done: () => void): void => {
    app.get<{ Params: { spreadsheetId: string }; Querystring: { tab?: string } }>(
      '/spreadsheets/d/:spreadsheetId/edit',
      (request, reply) => {
        const spreadsheet = spreadsheets.get(request.params.spreadsheetId);
        const tab =
          spreadsheet?.tabs.find(({ sheetId }) => String(sheetId) === request.query.tab) ?? spreadsheet?.tabs[0];
        if (!spreadsheet || !tab) {
          const body = html`<main>
            <div class="panel"><h1>Sorry, the file you have requested does not exist.</h1></div>
          </main>`;
          return sendPage(reply, { title: 'Not found · Sandbox Google', body, status: 404 });
        }
        const tabs = spreadsheet.tabs.map(
          ({ sheetId, title }) =>
            html`<a
              class="button"
              href="?tab=${sheetId}"
              ${sheetId === tab.sheetId ? html`aria-current="page"` : html``}
            >
              ${title}
            </a> `,
        );
        const body = html`<header class="bar">
            <b>Sandbox Google Sheets</b><span class="tag">${spreadsheet.title}</span>
          </header>
          <main style="max-width: none">
            <p class="row">${tabs}</p>
            ${grid(tab)}
          </main>`;
        return sendPage(reply, { title: `${spreadsheet.title} · Sandbox Google Sheets`, body });
      },
    );
    done();
  };

const grid = (tab: Tab) =>
  html`<div class="panel" style="overflow: auto">
    <p class="dim small">${tab.rowCount} rows, ${tab.columnCount} columns</p>
    <table>
      ${tab.rows.slice(0, mostRows).map(
        (row) =>
          html`<tr>
            ${Array.from(row, (cell) => html`<td>${cell === undefined ? '' : String(cell)}</td>`)}
          </tr>`,
      )}
    </table>
  </div>`;
