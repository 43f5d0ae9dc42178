import { html } from '../http/html.ts';
import { sandboxBar } from '../http/sandbox-bar.ts';
import { inboxScript } from './inbox-script.ts';

const css = `
body { display: flex; flex-direction: column; height: 100dvh; }
.inbox { max-width: none; margin: 0; padding: 0; width: 100%; flex: 1; min-height: 0; display: grid; grid-template-columns: minmax(280px, 380px) 1fr; }
.list { overflow: auto; border-right: 1px solid var(--line); background: var(--surface); }
.list header { display: flex; align-items: center; gap: 8px; padding: 12px 16px; position: sticky; top: 0; background: var(--surface);
  border-bottom: 1px solid var(--line); z-index: 1; }
.list header h1 { font-size: 16px; margin: 0; flex: 1; }
.list header button { min-height: 32px; padding: 4px 12px; font-size: 13px; }
.list ol { list-style: none; margin: 0; padding: 0; }
.mail { all: unset; box-sizing: border-box; width: 100%; display: grid; grid-template-columns: 1fr auto; gap: 0 12px;
  padding: 12px 16px; border-bottom: 1px solid var(--line); cursor: pointer; }
.mail:hover { background: var(--sunken); }
.mail:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
.mail[aria-current=true] { background: var(--accent-soft); box-shadow: inset 3px 0 var(--accent); }
.mail .to { font-size: 13px; color: var(--dim); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.mail time { font-size: 12px; color: var(--dim); font-variant-numeric: tabular-nums; line-height: 20px; }
.mail .subject { grid-column: 1 / -1; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font-weight: 600; }
.mail.read .subject { font-weight: 400; }
.reader { min-width: 0; display: flex; flex-direction: column; background: var(--sunken); }
.reader .head { padding: 16px 24px; background: var(--surface); border-bottom: 1px solid var(--line); }
.reader .head h2 { font-size: 18px; margin: 0 0 4px; overflow-wrap: anywhere; }
.reader .head dl { margin: 0; display: grid; grid-template-columns: auto 1fr; gap: 0 12px; font-size: 13px; }
.reader .head dt { color: var(--dim); } .reader .head dd { margin: 0; overflow-wrap: anywhere; }
.reader .views { display: flex; gap: 4px; margin-top: 10px; }
.reader .views button { min-height: 30px; padding: 2px 12px; font-size: 13px; font-weight: 500; }
.reader .views [aria-pressed=true] { background: var(--accent-soft); border-color: var(--accent); }
.reader iframe { flex: 1; border: 0; width: 100%; background: #fff; color-scheme: light; }
.reader pre { flex: 1; overflow: auto; margin: 0; padding: 20px 24px; white-space: pre-wrap; overflow-wrap: anywhere;
  font: 13px/1.55 ui-monospace, Menlo, Consolas, monospace; }
.empty { margin: auto; padding: 32px; color: var(--dim); text-align: center; }
.back { display: none; }
[hidden] { display: none !important; }
@media (max-width: 760px) {
  .inbox { grid-template-columns: 1fr; }
  .inbox.reading .list, .inbox:not(.reading) .reader { display: none; }
  .back { display: inline-flex; margin-bottom: 8px; }
}
`;

/** The page that lists and shows all caught mails; it refreshes itself. */
export const inboxPage = {
  title: 'Inbox · Sandbox',
  css,
  script: inboxScript,
  body: html`${sandboxBar}
    <main class="inbox">
      <section class="list" aria-label="Mails">
        <header>
          <h1 id="heading" aria-live="polite">Inbox</h1>
          <button type="button" id="clear">Clear</button>
        </header>
        <ol id="mails"></ol>
        <p class="empty" id="none" hidden>
          No mail yet.<br />Mails that Watchpost sends appear here within two seconds.
        </p>
      </section>
      <section class="reader" aria-label="Mail">
        <p class="empty" id="choose">Choose a mail to read it.</p>
        <div class="head" id="head" hidden>
          <button type="button" class="back" id="back">Back to the list</button>
          <h2 id="subject"></h2>
          <dl>
            <dt>From</dt>
            <dd id="from"></dd>
            <dt>To</dt>
            <dd id="to"></dd>
            <dt>At</dt>
            <dd id="date"></dd>
          </dl>
          <p id="files"></p>
          <div class="views" role="group" aria-label="Show the mail as">
            <button type="button" data-view="html">HTML</button>
            <button type="button" data-view="text">Text</button>
            <button type="button" data-view="headers">Headers</button>
          </div>
        </div>
        <iframe
          id="html"
          title="Mail as HTML"
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          referrerpolicy="no-referrer"
          hidden
        ></iframe>
        <pre id="text" tabindex="0" hidden></pre>
      </section>
    </main>`,
};
