import type { Account } from '../account.ts';
import type { Invoice } from '../objects/invoice.ts';

/**
 * Returns every attempt to take money, oldest first, so that tests can count how often an invoice was charged.
 * `ofInvoice` is the id of the product's own invoice, which Stripe's invoices contain in their metadata.
 */
export function chargeLedger(account: Account, ofInvoice?: string) {
  const invoices = invoicesByIntent(account);
  return account.charges
    .newestFirst()
    .toReversed()
    .flatMap((charge) => {
      const invoice = invoices.get(charge.payment_intent);
      if (ofInvoice !== undefined && invoice?.metadata['invoice'] !== ofInvoice) return [];
      return {
        id: charge.id,
        status: charge.status,
        amount: charge.amount,
        amountRefunded: charge.amount_refunded,
        disputed: charge.disputed,
        failureCode: charge.failure_code,
        customer: charge.customer,
        paymentMethod: charge.payment_method,
        paymentMethodType: charge.payment_method_details.type,
        invoice: invoice?.id ?? null,
        number: invoice?.number ?? null,
        metadata: invoice?.metadata ?? {},
        at: new Date(charge.created * 1000).toISOString(),
      };
    });
}

/** Returns the invoice of each payment intent; if several payments have the same intent, that of the newest payment. */
function invoicesByIntent(account: Account): ReadonlyMap<string | null, Invoice> {
  const invoices = new Map<string | null, Invoice>();
  for (const payment of account.invoicePayments.newestFirst().toReversed()) {
    const invoice = account.invoices.find(payment.invoice);
    if (invoice) invoices.set(payment.payment.payment_intent, invoice);
  }
  return invoices;
}

const shownRows = 200;

/** Returns the newest rows of each kind, for the page of payments. */
export function summarizeAccount(account: Account) {
  const { customers, paymentMethods, invoices, events, disputes, bankLinks, setupIntents, taxIds } = account;
  return {
    customers: customers.newestFirst().slice(0, shownRows),
    taxIds: taxIds.newestFirst().slice(0, shownRows),
    paymentMethods: paymentMethods.newestFirst().slice(0, shownRows),
    setupIntents: setupIntents.newestFirst().slice(0, shownRows),
    invoices: invoices.newestFirst().slice(0, shownRows),
    charges: chargeLedger(account).toReversed().slice(0, shownRows),
    disputes: disputes.newestFirst().slice(0, shownRows),
    bankLinks: bankLinks
      .newestFirst()
      .slice(0, shownRows)
      .map((link) => ({ ...link, cents: account.bankBalances.get(link.id) ?? null })),
    events: events.newestFirst().slice(0, shownRows),
  };
}
