import * as z from 'zod/mini';
import { call, publishable, type Call, type CallContext } from '../api/call.ts';
import { isCreatedIn, pageOf } from '../api/pages.ts';
import { created, expandable, integer, paging, text } from '../api/parameters.ts';
import { badRequest, missing, notFound } from '../api/stripe-error.ts';
import { methodOf, noBillingDetails } from '../money/methods.ts';
import { confirmSetup, refuseUnlessOpen, verifyDeposits } from '../money/setups.ts';
import type { PaymentMethod } from '../objects/payment-method.ts';
import { changedMetadata } from '../objects/rows.ts';
import { newSetupIntent, type SetupIntent } from '../objects/setup-intent.ts';
import { customerOf } from './customers.ts';
import { addBankAccount, completeBilling } from './payment-methods.ts';
import { change, confirmation, creation, type options, types, type Confirmation } from './setup-parameters.ts';

function intentOr404({ account, id }: CallContext): SetupIntent {
  const intent = account.setupIntents.find(id);
  if (!intent) throw notFound('setupintent', id, { param: 'intent' });
  return intent;
}

function givenMethod(context: CallContext, given: Confirmation): PaymentMethod | undefined {
  const { payment_method, payment_method_data } = given;
  if (payment_method !== undefined && payment_method_data !== undefined) {
    const message = 'You may only specify one of these parameters: payment_method, payment_method_data.';
    throw badRequest(message, { code: 'parameters_exclusive' });
  }
  if (payment_method !== undefined) return methodOf(context.account, payment_method);
  if (payment_method_data === undefined) return undefined;
  const billing = completeBilling(noBillingDetails, payment_method_data.billing_details);
  return addBankAccount(context, payment_method_data.us_bank_account ?? {}, billing);
}

function setOptions(intent: SetupIntent, given: z.infer<typeof options> | undefined): void {
  if (given === undefined) return;
  const { card, us_bank_account } = given;
  const cardOptions = { mandate_options: null, network: null, request_three_d_secure: 'automatic', ...card };
  const linked = us_bank_account?.financial_connections;
  const bank = {
    ...us_bank_account,
    ...(linked === undefined ? {} : { financial_connections: { prefetch: null, ...linked } }),
  };
  intent.payment_method_options = {
    ...intent.payment_method_options,
    ...(card === undefined ? {} : { card: cardOptions }),
    ...(us_bank_account === undefined ? {} : { us_bank_account: bank }),
  };
}

function confirm(context: CallContext, intent: SetupIntent, given: Confirmation): void {
  const { account, isPublishable } = context;
  refuseUnlessOpen(intent, 'confirm');
  setOptions(intent, given.payment_method_options);
  const method = givenMethod(context, given) ?? account.paymentMethods.find(intent.payment_method);
  if (!method) throw missing('payment_method');
  if (method.type === 'us_bank_account' && !isPublishable && !given.mandate_data) throw missing('mandate_data');
  confirmSetup({ account, intent, method, returnUrl: given.use_stripe_sdk ? undefined : given.return_url });
}

function create(context: CallContext, given: z.infer<typeof creation>): SetupIntent {
  const { account } = context;
  const { customer, confirm: isConfirmed, allowed_payment_method_types: allowed, automatic_payment_methods } = given;
  if (customer !== undefined) customerOf(account, customer, { param: 'customer', status: 400 });
  const birth = account.birth('seti');
  const intent = newSetupIntent(birth, `${birth.id}_${account.newId('secret')}`, allowed ?? types);
  intent.allowed_payment_method_types = allowed ?? null;
  intent.automatic_payment_methods = allowed ? null : { enabled: true, ...automatic_payment_methods };
  intent.customer = customer ?? null;
  intent.description = given.description ?? null;
  intent.metadata = changedMetadata({}, given.metadata);
  intent.usage = given.usage ?? 'off_session';
  setOptions(intent, given.payment_method_options);
  if (!isConfirmed) setMethod(intent, givenMethod(context, given));
  account.setupIntents.add(intent);
  account.emit('setup_intent.created', intent);
  if (isConfirmed) confirm(context, intent, given);
  return intent;
}

function setMethod(intent: SetupIntent, method: PaymentMethod | undefined): void {
  if (!method) return;
  intent.payment_method = method.id;
  intent.status = 'requires_confirmation';
}

export const setupIntentCalls: readonly Call[] = [
  call('POST /v1/setup_intents', creation, create),
  publishable(
    call('GET /v1/setup_intents/{id}', z.strictObject({ ...expandable, client_secret: z.optional(text) }), intentOr404),
  ),
  call('POST /v1/setup_intents/{id}', change, (context, given) => {
    const intent = intentOr404(context);
    refuseUnlessOpen(intent, 'update');
    if (given.customer !== undefined)
      intent.customer = customerOf(context.account, given.customer, { param: 'customer', status: 400 }).id;
    if (given.description !== undefined) intent.description = given.description;
    intent.metadata = changedMetadata(intent.metadata, given.metadata);
    setOptions(intent, given.payment_method_options);
    setMethod(intent, givenMethod(context, { payment_method: given.payment_method }));
    return intent;
  }),
  publishable(
    call('POST /v1/setup_intents/{id}/confirm', z.strictObject(confirmation), (context, given) => {
      const intent = intentOr404(context);
      confirm(context, intent, given);
      return intent;
    }),
  ),
  call(
    'POST /v1/setup_intents/{id}/cancel',
    z.strictObject({
      ...expandable,
      cancellation_reason: z.optional(z.enum(['abandoned', 'duplicate', 'requested_by_customer'])),
    }),
    (context, { cancellation_reason }) => {
      const intent = intentOr404(context);
      refuseUnlessOpen(intent, 'cancel');
      Object.assign(intent, {
        status: 'canceled',
        next_action: null,
        cancellation_reason: cancellation_reason ?? null,
      });
      context.account.emit('setup_intent.canceled', intent);
      return intent;
    },
  ),
  publishable(
    call(
      'POST /v1/setup_intents/{id}/verify_microdeposits',
      z.strictObject({ ...expandable, amounts: z.optional(z.array(integer)), descriptor_code: z.optional(text) }),
      (context, given) => {
        const intent = intentOr404(context);
        verifyDeposits(context.account, intent, given);
        return intent;
      },
    ),
  ),
  call(
    'GET /v1/setup_intents',
    z.strictObject({ ...paging, ...created, customer: z.optional(text), payment_method: z.optional(text) }),
    ({ account }, { created: wanted, customer, payment_method, ...request }) => {
      const rows = account.setupIntents.newestFirst(
        (row) =>
          isCreatedIn(row.created, wanted) &&
          (customer === undefined || row.customer === customer) &&
          (payment_method === undefined || row.payment_method === payment_method),
      );
      return pageOf(rows, '/v1/setup_intents', request);
    },
  ),
];
