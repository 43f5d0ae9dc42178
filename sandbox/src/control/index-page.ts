import { html } from '../http/html.ts';
import { sandboxBar } from '../http/sandbox-bar.ts';
import { indexScript } from './index-script.ts';
import { indexStyle } from './index-style.ts';

const faults: readonly (readonly [string, string])[] = [
  ['slow', 'SP-API answers slowly'],
  ['403', 'SP-API answers 403'],
  ['429', 'SP-API answers 429'],
  ['500', 'SP-API answers 500'],
  ['malformed', 'SP-API answers with a truncated body'],
  ['emptyBody', 'SP-API answers with an empty body'],
  ['emptyObject', 'SP-API answers with an empty object'],
  ['tokenRevoked', 'Seller withdraws its consent'],
  ['invalidGrant', 'Login with Amazon refuses a seller'],
  ['invalidClient', 'Login with Amazon refuses the application'],
  ['halfReport', 'Report is truncated'],
  ['reportFatal', 'Report fails'],
  ['notificationsDuplicated', 'Notifications arrive twice'],
  ['notificationsReordered', 'Notifications arrive in the wrong order'],
  ['notificationsSilent', 'Notifications do not arrive'],
  ['smtpDown', 'Mail server refuses connections'],
  ['smtpReject', 'Mail server refuses recipients'],
];

const faultNames = faults.map(([name]) => name);

const routes: readonly (readonly [string, string])[] = [
  ['POST /sandbox/events', '{ "type", "asin", "marketplace", … } or a list of them'],
  ['POST /sandbox/life', '{ "paused": true } stops random events, { "steps": 10 } triggers ten of them'],
  ['POST /sandbox/clock', '{ "advanceMinutes": 1440 } advances the clock by a day and simulates its orders'],
  ['POST /sandbox/story', '{ "act": 1 } plays past incidents, { "act": 2 } incidents after a first observation'],
  ['POST /sandbox/faults', `{ "fault": ${faultNames.map((name) => `"${name}"`).join(' | ')}, "count" }`],
  ['DELETE /sandbox/faults', 'clears all faults'],
  [
    'POST /sandbox/advertising',
    '{ "type": "throttled" | "urlExpired" | "reportFailed" | "damagedDocument" | "consentWithdrawn", "sellerId" }',
  ],
  ['GET /sandbox/world', 'sellers and their products'],
  ['GET /sandbox/ledger?after=0', 'events and refused requests'],
  ['GET /sandbox/mail', 'caught mails with the paths of their files, newest first; DELETE removes them'],
  ['GET /sandbox/stripe', 'customers, invoices, charges, events and deliveries of the payment provider'],
  ['GET /sandbox/stripe/ledger', 'every attempt to take money'],
  ['POST /sandbox/stripe', '{ "type": "decline", "code": "insufficient_funds" }; the page Payments sends the others'],
  ['GET /sandbox/conversions', 'reported sign-ups and subscriptions, newest first'],
  ['GET /sandbox/rates', 'the speed-up and the rate limits'],
];

/** The page on which a person picks a product, triggers events for it and watches the ledger. */
export const indexPage = {
  title: 'Watchpost sandbox',
  css: indexStyle,
  script: indexScript,
  body: html`${sandboxBar}
    <main class="wide">
      <div class="top">
        <div>
          <h1>Make something happen</h1>
          <p class="dim">
            This marketplace is simulated. Pick a product, trigger an event, and see how Watchpost reports it.
          </p>
        </div>
        <button type="button" id="clock">A day later</button>
        <button type="button" id="life" aria-pressed="false">Pause random events</button>
      </div>
      <div class="board">
        <section class="panel" aria-label="Products">
          <div class="find">
            <input type="search" id="search" placeholder="Title, ASIN or SKU" aria-label="Search products" />
            <select id="seller" aria-label="Seller account"></select>
          </div>
          <ul class="products" id="products"></ul>
        </section>
        <div class="side">
          <section class="panel chosen" aria-label="Chosen product">
            <div class="who">
              <img id="picture" alt="" />
              <div>
                <h2 id="title">…</h2>
                <div class="small dim num" id="facts"></div>
                <div class="small num" id="state"></div>
                <div class="small flag" id="troubles"></div>
              </div>
            </div>
            <form class="price" id="price">
              <input type="number" id="amount" min="0.01" step="0.01" aria-label="New price" placeholder="New price" />
              <button type="submit">Change price</button>
            </form>
            <div class="events" id="events"></div>
            <p class="said" id="said" role="status"></p>
          </section>
          <section class="panel" aria-label="Ledger">
            <div class="bar2">
              <h2>Ledger</h2>
              <label><input type="checkbox" id="ambient" /> show random events</label>
            </div>
            <ol class="ledger" id="ledger"></ol>
          </section>
          <section class="panel" aria-label="Faults">
            <form class="faults" id="faults">
              <h2>Make something fail</h2>
              <div class="row">
                <select id="fault" aria-label="Fault">
                  ${faults.map(([fault, label]) => html`<option value="${fault}">${label}</option>`)}
                </select>
                <select id="faultSeller" aria-label="Affected seller account"></select>
                <input type="number" id="count" value="1" min="1" max="1000" aria-label="For how many requests" />
              </div>
              <div class="row">
                <button type="submit">Apply to the next requests</button>
                <button type="button" id="lift">Clear all faults</button>
              </div>
              <p class="said" id="faulted" role="status"></p>
            </form>
          </section>
        </div>
      </div>
      <details>
        <summary>For programs</summary>
        <table class="small">
          ${routes.map(
            ([route, meaning]) =>
              html`<tr>
                <th scope="row"><code>${route}</code></th>
                <td>${meaning}</td>
              </tr>`,
          )}
        </table>
      </details>
    </main>`,
};
