import * as z from 'zod/mini';
import { call, publishable, type Call, type CallContext } from '../api/call.ts';
import { address, clearable, clearableText, expandable, integer, metadata, text } from '../api/parameters.ts';
import { badRequest, missing, notFound, StripeError } from '../api/stripe-error.ts';
import {
  addBankMethod,
  addCardMethod,
  attach,
  cardDetails,
  checkBank,
  checkCard,
  detach,
  noBillingDetails,
} from '../money/methods.ts';
import { namedCard, testCardOf } from '../money/test-cards.ts';
import { testBankOf } from '../money/test-banks.ts';
import { completeAddress } from '../objects/customer.ts';
import type { BillingDetails, PaymentMethod } from '../objects/payment-method.ts';
import { changedMetadata } from '../objects/rows.ts';
import { newToken } from '../objects/token.ts';
import { customerOf } from './customers.ts';

export const billingDetails = z.strictObject({
  address: z.optional(clearable(address)),
  email: z.optional(clearableText),
  name: z.optional(clearableText),
  phone: z.optional(clearableText),
  tax_id: z.optional(clearableText),
});

export const bankAccount = z.strictObject({
  account_holder_type: z.optional(z.enum(['company', 'individual'])),
  account_number: z.optional(text),
  account_type: z.optional(z.enum(['checking', 'savings'])),
  financial_connections_account: z.optional(text),
  routing_number: z.optional(text),
});

const cardEntry = {
  number: z.optional(text),
  exp_month: z.optional(integer),
  exp_year: z.optional(integer),
  cvc: z.optional(text),
};

const creation = z.strictObject({
  ...expandable,
  type: z.optional(z.enum(['card', 'us_bank_account'])),
  billing_details: z.optional(billingDetails),
  card: z.optional(z.strictObject({ ...cardEntry, token: z.optional(text) })),
  us_bank_account: z.optional(bankAccount),
  metadata: z.optional(metadata),
});

const change = z.strictObject({
  ...expandable,
  billing_details: z.optional(billingDetails),
  card: z.optional(z.strictObject({ exp_month: z.optional(integer), exp_year: z.optional(integer) })),
  metadata: z.optional(metadata),
});

export function completeBilling(before: BillingDetails, given: z.infer<typeof billingDetails> = {}): BillingDetails {
  const { address: parts, ...rest } = given;
  const sent = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  return { ...before, ...sent, ...(parts ? { address: completeAddress(parts) } : {}) };
}

type CardGiven = { readonly [K in keyof typeof cardEntry]?: z.infer<(typeof cardEntry)[K]> };

/**
 * Stripe accepts card numbers from browsers only. Servers may send them only if Stripe has enabled that for the
 * account.
 */
function checkedCard({ account, isPublishable }: CallContext, { number, exp_month, exp_year, cvc }: CardGiven) {
  if (number === undefined) throw missing('card[number]');
  if (exp_month === undefined) throw missing('card[exp_month]');
  if (exp_year === undefined) throw missing('card[exp_year]');
  if (!isPublishable) {
    const message =
      'Sending credit card numbers directly to the Stripe API is generally unsafe. We suggest you use test tokens that map to the test card you are using, see https://stripe.com/docs/testing.';
    throw new StripeError(402, { type: 'invalid_request_error', message });
  }
  const test = checkCard(account, { number, exp_month, exp_year, cvc });
  return { test, card: cardDetails(test, { exp_month, exp_year }) };
}

function tokenCard({ account }: CallContext, id: string) {
  const token = account.tokens.find(id);
  const test = token ? account.cards.get(id) : namedCard(id);
  if (!test) throw notFound('token', id, { param: 'card[token]', status: 400 });
  if (!token) {
    const exp_year = new Date(account.now() * 1000).getUTCFullYear() + 1;
    return { test, card: cardDetails(test, { exp_month: 12, exp_year }) };
  }
  if (token.used) {
    const message = `You cannot use a Stripe token more than once: ${id}.`;
    throw badRequest(message, { code: 'token_already_used', param: 'card[token]' });
  }
  token.used = true;
  return { test, card: cardDetails(test, token.card) };
}

export function addBankAccount(
  context: CallContext,
  given: z.infer<typeof bankAccount>,
  billing: BillingDetails,
): PaymentMethod {
  if (billing.name === null) throw missing('billing_details[name]');
  const { financial_connections_account: link, routing_number, account_number } = given;
  const holder = { accountHolderType: given.account_holder_type, accountType: given.account_type, billing };
  if (link !== undefined) {
    const known = context.account.bankLinks.find(link);
    const account = known && testBankOf(context.account.linkedAccounts.get(link) ?? '');
    if (!account) throw notFound('financial_connections.account', link, { status: 400 });
    return addBankMethod(context.account, { account, link, ...holder });
  }
  if (routing_number === undefined) throw missing('us_bank_account[routing_number]');
  if (account_number === undefined) throw missing('us_bank_account[account_number]');
  return addBankMethod(context.account, { account: checkBank(routing_number, account_number), link: null, ...holder });
}

const methodOr404 = ({ account, id }: CallContext): PaymentMethod => {
  const method = account.paymentMethods.find(id);
  if (!method) throw notFound('PaymentMethod', id, { param: 'payment_method' });
  return method;
};

export const paymentMethodCalls: readonly Call[] = [
  publishable(
    call(
      'POST /v1/payment_methods',
      creation,
      (context, { type, billing_details, card, us_bank_account, metadata: given }) => {
        const billing = completeBilling(noBillingDetails, billing_details);
        if (type === undefined) throw missing('type');
        if (type === 'us_bank_account' && us_bank_account === undefined) throw missing('us_bank_account');
        if (type === 'card' && card === undefined) throw missing('card');
        const { token, ...entry } = card ?? {};
        const method = us_bank_account
          ? addBankAccount(context, us_bank_account, billing)
          : addCardMethod(context.account, {
              ...(token === undefined ? checkedCard(context, entry) : tokenCard(context, token)),
              billing,
            });
        method.metadata = changedMetadata({}, given);
        return method;
      },
    ),
  ),
  call('GET /v1/payment_methods/{id}', z.strictObject(expandable), methodOr404),
  call('POST /v1/payment_methods/{id}', change, (context, { billing_details, card, metadata: given }) => {
    const method = methodOr404(context);
    method.billing_details = completeBilling(method.billing_details, billing_details);
    method.metadata = changedMetadata(method.metadata, given);
    if (method.type === 'card' && card?.exp_month !== undefined) method.card.exp_month = card.exp_month;
    if (method.type === 'card' && card?.exp_year !== undefined) method.card.exp_year = card.exp_year;
    context.account.emit('payment_method.updated', method);
    return method;
  }),
  call(
    'POST /v1/payment_methods/{id}/attach',
    z.strictObject({ ...expandable, customer: z.optional(text) }),
    (context, { customer }) => {
      if (customer === undefined) throw missing('customer');
      const method = namedCard(context.id) ? addNamed(context) : methodOr404(context);
      attach(context.account, method, customerOf(context.account, customer, { param: 'customer', status: 400 }));
      return method;
    },
  ),
  call('POST /v1/payment_methods/{id}/detach', z.strictObject(expandable), (context) => {
    const method = methodOr404(context);
    detach(context.account, method);
    return method;
  }),
  publishable(
    call(
      'POST /v1/tokens',
      z.strictObject({ ...expandable, card: z.optional(z.strictObject({ ...cardEntry, name: z.optional(text) })) }),
      (context, { card }) => {
        const { account } = context;
        if (card === undefined) throw missing('card');
        const { name, ...entry } = card;
        const checked = checkedCard(context, entry);
        const token = account.tokens.add(newToken(account.birth('tok'), account.newId('card'), checked.card));
        token.card.name = name ?? null;
        account.cards.set(token.id, testCardOf(checked.test.number) ?? checked.test);
        return token;
      },
    ),
  ),
  call('GET /v1/tokens/{id}', z.strictObject(expandable), ({ account, id }) => {
    const token = account.tokens.find(id);
    if (!token) throw notFound('token', id, { param: 'token' });
    return token;
  }),
];

const addNamed = (context: CallContext): PaymentMethod => {
  const named = tokenCard(context, context.id.replace('pm_card_', 'tok_'));
  return addCardMethod(context.account, { ...named, billing: noBillingDetails });
};
