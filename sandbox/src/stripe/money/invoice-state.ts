import type { Account } from '../account.ts';
import { badRequest } from '../api/stripe-error.ts';
import { newInvoicePayment, type Invoice } from '../objects/invoice.ts';
import { newPaymentIntent, type PaymentIntent } from '../objects/payment-intent.ts';

/** Stripe's smallest charge in cents. A smaller amount is added to the customer's balance instead. */
const smallestCharge = 50;

const paymentOf = (account: Account, invoice: Invoice) =>
  account.invoicePayments.newestFirst((payment) => payment.invoice === invoice.id)[0];

export const intentOf = (account: Account, invoice: Invoice): PaymentIntent | undefined =>
  account.paymentIntents.find(paymentOf(account, invoice)?.payment.payment_intent);

export function invoiceOf(account: Account, intent: PaymentIntent): Invoice | undefined {
  const [payment] = account.invoicePayments.newestFirst((known) => known.payment.payment_intent === intent.id);
  return account.invoices.find(payment?.invoice);
}

/** Adds up the lines of a draft, and adds the tax if Stripe computes it and knows where the customer is. */
export function totalUp(invoice: Invoice): void {
  const sum = invoice.lines.data.reduce((total, line) => total + line.amount, 0);
  const taxes = taxesOn(invoice, sum);
  const total = taxes.reduce((before, { amount }) => before + amount, sum);
  Object.assign(invoice, { subtotal: sum, subtotal_excluding_tax: sum, total, total_excluding_tax: sum });
  invoice.total_taxes = taxes;
  const due = Math.max(0, total + invoice.starting_balance);
  Object.assign(invoice, { amount_due: due, amount_remaining: due });
}

/** The rates of tax by country, in hundredths. Other countries have none. */
const taxRates: Readonly<Record<string, number>> = { DE: 19, GB: 20 };

function taxesOn({ automatic_tax, customer_address }: Invoice, sum: number): Invoice['total_taxes'] {
  const country = customer_address?.country;
  if (!automatic_tax.enabled || !country) return [];
  const rate = taxRates[country] ?? 0;
  return [
    {
      amount: Math.round((sum * rate) / 100),
      tax_behavior: 'exclusive',
      tax_rate_details: { tax_rate: `txr_${country.toLowerCase()}` },
      taxability_reason: rate === 0 ? 'not_collecting' : 'standard_rated',
      taxable_amount: sum,
      type: 'tax_rate_details',
    },
  ];
}

/**
 * Turns a draft into an open invoice. An amount below the smallest charge goes to the customer's balance, and the
 * invoice counts as paid immediately.
 */
export function finalize(account: Account, invoice: Invoice): void {
  const customer = account.customers.find(invoice.customer);
  if (!customer) throw badRequest('The customer of this invoice was deleted.');
  // Until an invoice is final, it has the address that its customer has now.
  invoice.customer_address = customer.address;
  refuseUnknownTaxLocation(account, invoice);
  invoice.starting_balance = customer.balance;
  totalUp(invoice);
  const due = invoice.total + customer.balance;
  const isTooSmall = due < smallestCharge;
  invoice.number ??= `${customer.invoice_prefix}-${String(customer.next_invoice_sequence).padStart(4, '0')}`;
  customer.next_invoice_sequence += 1;
  customer.currency ??= invoice.currency;
  customer.balance = isTooSmall ? due : 0;
  invoice.ending_balance = customer.balance;
  invoice.amount_due = isTooSmall ? 0 : due;
  invoice.amount_remaining = invoice.amount_due;
  invoice.status = 'open';
  invoice.status_transitions.finalized_at = account.now();
  invoice.effective_at ??= account.now();
  invoice.hosted_invoice_url = `${account.url}/i/${invoice.id}`;
  invoice.invoice_pdf = `${account.url}/i/${invoice.id}/pdf`;
  if (!isTooSmall) addIntent(account, invoice);
  account.emit('invoice.finalized', invoice);
  if (isTooSmall) markPaid(account, invoice, 0);
}

function refuseUnknownTaxLocation(account: Account, invoice: Invoice): void {
  if (!invoice.automatic_tax.enabled) return;
  const country = invoice.customer_address?.country;
  invoice.automatic_tax.status = country ? 'complete' : 'requires_location_inputs';
  if (country) return;
  const message =
    "The customer's location isn't recognized. Set a valid customer address in order to automatically calculate tax.";
  invoice.last_finalization_error = { type: 'invalid_request_error', code: 'customer_tax_location_invalid', message };
  account.emit('invoice.finalization_failed', invoice);
  throw badRequest(message, { code: 'customer_tax_location_invalid' });
}

function addIntent(account: Account, invoice: Invoice): void {
  const birth = account.birth('pi');
  const description = `Payment for Invoice ${invoice.number}`;
  const types = invoice.payment_settings.payment_method_types ?? ['card', 'us_bank_account'];
  const { amount_due: amount, currency, customer } = invoice;
  const clientSecret = `${birth.id}_${account.newId('secret')}`;
  const intent = newPaymentIntent(birth, { clientSecret, amount, currency, customer, description, types });
  account.paymentIntents.add(intent);
  account.invoicePayments.add(newInvoicePayment(account.birth('inpay'), invoice, intent.id));
  account.emit('payment_intent.created', intent);
}

export function markPaid(account: Account, invoice: Invoice, amount: number): void {
  const now = account.now();
  invoice.status = 'paid';
  invoice.amount_paid = amount;
  invoice.amount_remaining = 0;
  invoice.attempted = true;
  invoice.status_transitions.paid_at = now;
  const payment = paymentOf(account, invoice);
  if (payment) {
    Object.assign(payment, { status: 'paid', amount_paid: amount });
    payment.status_transitions.paid_at = now;
    account.emit('invoice_payment.paid', payment);
  }
  account.emit('invoice.updated', invoice);
  account.emit('invoice.paid', invoice);
  account.emit('invoice.payment_succeeded', invoice);
}

/** Ends an open invoice without a payment. */
export function voidInvoice(account: Account, invoice: Invoice): void {
  const now = account.now();
  invoice.status = 'void';
  invoice.status_transitions.voided_at = now;
  const intent = intentOf(account, invoice);
  const payment = paymentOf(account, invoice);
  if (intent) {
    Object.assign(intent, {
      status: 'canceled',
      canceled_at: now,
      cancellation_reason: 'void_invoice',
      next_action: null,
    });
    account.emit('payment_intent.canceled', intent);
  }
  if (payment) {
    payment.status = 'canceled';
    payment.status_transitions.canceled_at = now;
  }
  account.emit('invoice.voided', invoice);
}
