import type { FastifyInstance, FastifyReply } from 'fastify';
import { html, type Markup } from '../../http/html.ts';
import { sendPage } from '../../http/page.ts';
import type { Account } from '../account.ts';
import { StripeError } from '../api/stripe-error.ts';
import { intentOf } from '../money/invoice-state.ts';
import { addCardMethod, attach, cardDetails, checkCard, methodOf, noBillingDetails } from '../money/methods.ts';
import { attemptPayment } from '../money/payments.ts';
import type { Invoice } from '../objects/invoice.ts';
import type { PaymentMethod } from '../objects/payment-method.ts';
import { formOf, idIn, sendNothing } from './hosted.ts';
import { dayText, invoicePdf } from './invoice-pdf.ts';

type Form = Readonly<Record<string, string>>;

const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;

/** The hosted page of an invoice, on which its customer pays it, and its PDF. */
export function invoiceRoutes(app: FastifyInstance, account: Account): void {
  const invoiceOf = (id: string) => {
    const invoice = account.invoices.find(id);
    return invoice?.status === 'draft' ? undefined : invoice;
  };
  app.get('/i/:id', (request, reply) => {
    const invoice = invoiceOf(idIn(request));
    if (!invoice) return sendNothing(reply);
    const error = invoice.status === 'open' ? intentOf(account, invoice)?.last_payment_error : null;
    return show(reply, account, { invoice, problem: error?.message ?? '' });
  });
  app.get('/i/:id/pdf', (request, reply) => {
    const invoice = invoiceOf(idIn(request));
    if (!invoice) return sendNothing(reply);
    const name = `Invoice-${(invoice.number ?? invoice.id).replaceAll(/[^\w-]/g, '')}.pdf`;
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(invoicePdf(invoice));
  });
  app.post('/i/:id/pay', (request, reply) => {
    const invoice = invoiceOf(idIn(request));
    if (!invoice) return sendNothing(reply);
    const problem = pay(account, invoice, formOf(request));
    const intent = intentOf(account, invoice);
    if (intent?.status !== 'requires_action') return show(reply, account, { invoice, problem });
    const back = encodeURIComponent(`${account.url}/i/${invoice.id}`);
    return reply.redirect(`/challenge/${intent.id}?return_url=${back}`, 303);
  });
}

/** Pays an invoice while the customer is present. Returns why the payment failed, or an empty text. */
function pay(account: Account, invoice: Invoice, form: Form): string {
  const intent = intentOf(account, invoice);
  const isPayable = invoice.status === 'open' || invoice.status === 'uncollectible';
  if (!intent || !isPayable || intent.status === 'processing' || intent.status === 'requires_action') return '';
  try {
    attemptPayment({ account, intent, method: chosenMethod(account, invoice, form), isOffSession: false });
    return '';
  } catch (error) {
    if (error instanceof StripeError) return error.message;
    throw error;
  }
}

const savedMethod = (account: Account, invoice: Invoice): string | null =>
  invoice.default_payment_method ??
  account.customers.find(invoice.customer)?.invoice_settings.default_payment_method ??
  null;

function chosenMethod(account: Account, invoice: Invoice, { number = '', expiry = '', cvc = '' }: Form): PaymentMethod {
  const saved = savedMethod(account, invoice);
  if (number === '' && saved !== null) return methodOf(account, saved);
  const [month = '', year = ''] = expiry.split('/');
  const expires = { exp_month: Number(month), exp_year: Number(year) };
  const test = checkCard(account, { number: number.replaceAll(/\D/g, ''), ...expires, cvc });
  const method = addCardMethod(account, { test, card: cardDetails(test, expires), billing: noBillingDetails });
  const customer = account.customers.find(invoice.customer);
  if (customer) attach(account, method, customer);
  return method;
}

function show(reply: FastifyReply, account: Account, { invoice, problem }: { invoice: Invoice; problem: string }) {
  const body = html`<main>
    <div class="panel">
      <h1>Invoice ${invoice.number ?? ''}</h1>
      <p class="dim">${dayText(invoice.period_start)} to ${dayText(invoice.period_end)}</p>
      <table>
        <tbody>
          ${invoice.lines.data.map(
            ({ description, amount }) =>
              html`<tr>
                <td>${description ?? ''}</td>
                <td>${dollars(amount)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
      <p><b>Amount due ${dollars(invoice.amount_remaining)}</b></p>
      ${problem === '' ? '' : html`<p class="notice" role="alert">${problem}</p>`} ${payment(account, invoice)}
      <p><a href="/i/${invoice.id}/pdf">Download invoice</a></p>
    </div>
  </main>`;
  return sendPage(reply, {
    title: `Invoice ${invoice.number ?? ''}`,
    body,
    css: 'table { width: 100%; } td + td { text-align: right; }',
  });
}

function payment(account: Account, invoice: Invoice): Markup {
  if (invoice.status === 'paid') return html`<p role="status">Invoice paid</p>`;
  if (invoice.status === 'void') return html`<p role="status">This invoice was voided</p>`;
  if (intentOf(account, invoice)?.status === 'processing') return html`<p role="status">Your payment is processing</p>`;
  const method = account.paymentMethods.find(savedMethod(account, invoice));
  const last4 = method?.type === 'card' ? method.card.last4 : method?.us_bank_account.last4;
  return html`<form method="post" action="/i/${invoice.id}/pay">
    ${last4 === undefined ? '' : html`<p>Saved payment method ending in ${last4}. To pay with another card, enter it here.</p>`}
    <div class="row">
      <label>Card number <input type="text" name="number" autocomplete="cc-number" /></label>
      <label
        >Expiry date <input type="text" name="expiry" placeholder="MM / YY" size="7" autocomplete="cc-exp"
      /></label>
      <label>CVC <input type="text" name="cvc" size="4" autocomplete="cc-csc" /></label>
    </div>
    <p></p>
    <button class="primary">Pay ${dollars(invoice.amount_remaining)}</button>
  </form>`;
}
