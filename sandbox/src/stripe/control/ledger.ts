import type { Account } from '../account.ts';
import { invoiceOf } from '../money/invoice-state.ts';

/** Every attempt to take money, oldest first, so that a test can count from outside how often something was charged. */
export function chargeLedger(account: Account) {
  return account.charges
    .newestFirst()
    .toReversed()
    .map((charge) => {
      const intent = account.paymentIntents.find(charge.payment_intent);
      const invoice = intent && invoiceOf(account, intent);
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
