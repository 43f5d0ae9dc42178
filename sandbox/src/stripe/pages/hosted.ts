import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { html, type Markup } from '../../http/html.ts';
import { sendPage } from '../../http/page.ts';
import type { Account } from '../account.ts';
import { parseForm } from '../api/form.ts';
import { StripeError } from '../api/stripe-error.ts';
import { finishChallenge } from '../money/payments.ts';
import { finishSetupChallenge, verifyDeposits } from '../money/setups.ts';

const named = z.object({ id: z.string() });
export const idIn = (request: FastifyRequest): string => named.parse(request.params).id;

/** The fields of a form that a page has posted. */
export function formOf(request: FastifyRequest): Readonly<Record<string, string>> {
  const fields = parseForm(typeof request.body === 'string' ? request.body : '');
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? value : '']),
  );
}

export const sendNothing = (reply: FastifyReply): FastifyReply =>
  sendPage(reply, { title: 'Not found', status: 404, body: html`<main><h1>There is nothing here</h1></main>` });

/** Pages to which the API's answers point: challenges after a redirect, and micro-deposits. */
export function hostedRoutes(app: FastifyInstance, account: Account): void {
  app.get('/challenge/:id', (request, reply) => sendPage(reply, challengePage(request.url)));
  app.post('/challenge/:id', (request, reply) => {
    const id = idIn(request);
    const { outcome, return_url = '' } = formOf(request);
    if (!finish(account, id, outcome === 'passed')) return sendNothing(reply);
    return /^https?:\/\//.test(return_url) ? reply.redirect(return_url, 303) : reply.send({ outcome });
  });
  app.get('/microdeposits/:id', (request, reply) => sendDeposits(reply, account, { id: idIn(request), problem: '' }));
  app.post('/microdeposits/:id', (request, reply) =>
    sendDeposits(reply, account, { id: idIn(request), problem: verify(account, idIn(request), formOf(request)) }),
  );
}

/** Finishes the challenge of an intent. Returns false if the intent waits for no challenge. */
function finish(account: Account, id: string, isPassed: boolean): boolean {
  const setup = account.setupIntents.find(id);
  const payment = account.paymentIntents.find(id);
  if ((setup ?? payment)?.status !== 'requires_action') return false;
  if (setup) finishSetupChallenge(account, setup, isPassed);
  if (payment) finishChallenge(account, payment, isPassed);
  return true;
}

function challengePage(url: string): { title: string; body: Markup } {
  const { pathname, searchParams } = new URL(url, 'http://sandbox');
  return {
    title: '3-D Secure',
    body: html`<main>
      <form class="panel" method="post" action="${pathname}">
        <h1>3-D Secure</h1>
        <p>The bank that issued this card wants to know that it is you.</p>
        <input type="hidden" name="return_url" value="${searchParams.get('return_url') ?? ''}" />
        <div class="row">
          <button class="primary" name="outcome" value="passed">Complete authentication</button>
          <button name="outcome" value="failed">Fail authentication</button>
        </div>
      </form>
    </main>`,
  };
}

/** Returns why the deposits or the code are wrong, or an empty text. */
function verify(
  account: Account,
  id: string,
  { first = '', second = '', code = '' }: Readonly<Record<string, string>>,
): string {
  const intent = account.setupIntents.find(id);
  if (!intent) return '';
  try {
    const given = code === '' ? { amounts: [Number(first), Number(second)] } : { descriptor_code: code };
    verifyDeposits(account, intent, given);
    return '';
  } catch (error) {
    if (error instanceof StripeError) return error.message;
    throw error;
  }
}

function sendDeposits(
  reply: FastifyReply,
  account: Account,
  { id, problem }: { id: string; problem: string },
): FastifyReply {
  const intent = account.setupIntents.find(id);
  if (!intent) return sendNothing(reply);
  const isDone = intent.status === 'succeeded';
  const body = html`<main>
    <form class="panel" method="post">
      <h1>Verify your bank account</h1>
      ${problem === '' ? '' : html`<p class="notice" role="alert">${problem}</p>`}
      ${isDone ? html`<p role="status">Your bank account is verified.</p>` : depositFields}
    </form>
  </main>`;
  return sendPage(reply, { title: 'Verify your bank account', body });
}

const depositFields = html`<p>
    Enter the two amounts in cents that arrived in your account, or the code in their description.
  </p>
  <div class="row">
    <label>First amount <input type="text" name="first" inputmode="numeric" /></label>
    <label>Second amount <input type="text" name="second" inputmode="numeric" /></label>
    <label>Code <input type="text" name="code" placeholder="SM" /></label>
    <button class="primary">Verify</button>
  </div>`;
