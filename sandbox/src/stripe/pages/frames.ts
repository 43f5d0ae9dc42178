import type { FastifyInstance } from 'fastify';
import { html } from '../../http/html.ts';
import type { Account } from '../account.ts';
import { bankScript } from '../script/bank-script.ts';
import { fieldsScript } from '../script/fields-script.ts';
import { frameScript, readyScript } from '../script/frame-script.ts';
import { stripeScript } from '../script/stripe-script.ts';
import { bankFields, cardFields, holderField } from './fields.ts';
import { sendFrame } from './frame-page.ts';

const elementBody = html`<main>
  <fieldset id="types" hidden>
    <legend>Payment method</legend>
    <label><input type="radio" name="type" value="card" checked /> Card</label>
    <label><input type="radio" name="type" value="us_bank_account" /> US bank account</label>
  </fieldset>
  <div data-type="card">${cardFields}</div>
  <div data-type="us_bank_account" hidden>${holderField} ${bankFields}</div>
</main>`;

const bankBody = html`<main class="sheet">
  <h1>Link a bank account</h1>
  ${holderField}
  <p>Test Institution</p>
  <button type="button" class="primary" data-account="000123456789">Success account</button>
  <button type="button" data-account="000222222227">Account without funds</button>
  <form id="manual">
    <p>Or enter the numbers. Two small deposits then verify the account.</p>
    ${bankFields}
    <button type="submit">Use this account</button>
    <button type="button" id="close">Close</button>
  </form>
  <p class="error" id="said" role="alert"></p>
</main>`;

const challengeBody = html`<main class="sheet">
  <h1>3-D Secure</h1>
  <p>The bank that issued this card wants to know that it is you.</p>
  <button type="button" class="primary" data-outcome="passed">Complete authentication</button>
  <button type="button" data-outcome="failed">Fail authentication</button>
</main>`;

const challengeScript = String.raw`
for (const button of document.querySelectorAll('[data-outcome]'))
  button.addEventListener('click', async () => {
    await fetch('/challenge/' + query.get('id'), { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'outcome=' + button.dataset.outcome });
    announce('done', { outcome: button.dataset.outcome });
  });
`;

const framePages = [
  { kind: 'card', title: 'Card', body: elementBody, script: fieldsScript },
  { kind: 'payment', title: 'Payment', body: elementBody, script: fieldsScript },
  { kind: 'bank', title: 'Bank account', body: bankBody, script: bankScript },
  { kind: 'challenge', title: '3-D Secure', body: challengeBody, script: challengeScript },
  { kind: 'controller', title: 'Controller', body: html``, script: '' },
];

/** The script for merchants' pages, and the frames that it opens there. */
export function scriptRoutes(app: FastifyInstance, account: Account): void {
  app.get('/stripe-js/endive/stripe.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-store').send(stripeScript),
  );
  for (const { script, ...page } of framePages)
    app.get(`/stripe-js/frame/${page.kind}`, (_request, reply) =>
      sendFrame(reply, { ...page, now: account.now() * 1000, script: `${frameScript}${script}${readyScript}` }),
    );
}
