import * as z from 'zod/mini';
import { apiFault } from '../api/api-faults.ts';
import { StripeError } from '../api/stripe-error.ts';
import { BadRequest } from '../../control/bad-request.ts';
import { linkBank } from '../money/bank-balances.ts';
import { testBankOf } from '../money/test-banks.ts';
import { returnDebit, returnReasons, settleDebit } from '../money/debits.ts';
import { declineCodes } from '../money/declines.ts';
import { closeDispute, openDispute } from '../money/disputes.ts';
import { detach } from '../money/methods.ts';
import { failRefund, refund } from '../money/refunds.ts';
import type { Charge } from '../objects/charge.ts';
import type { StripeStandIn } from '../stripe.ts';
import { webhookFault } from '../webhooks/webhook-faults.ts';

const count = z.prefault(z.int().check(z.minimum(1), z.maximum(1000)), 1);
const customer = z.optional(z.string());
/** The id of a charge; the newest charge if missing. */
const charge = z.optional(z.string());

export const action = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('decline'), code: z.enum(declineCodes), count, customer }),
  z.strictObject({ type: z.literal('challenge'), count, customer }),
  z.strictObject({ type: z.literal('dispute'), charge, reason: z.prefault(z.string(), 'fraudulent') }),
  z.strictObject({
    type: z.literal('closeDispute'),
    dispute: z.optional(z.string()),
    outcome: z.enum(['won', 'lost']),
  }),
  z.strictObject({ type: z.literal('refund'), charge, amount: z.optional(z.int()) }),
  /** Lets the newest refund that has not failed, of the charge and the amount if they are named, fail. */
  z.strictObject({
    type: z.literal('failRefund'),
    charge,
    amount: z.optional(z.int()),
    reason: z.prefault(z.string(), 'expired_or_canceled_card'),
  }),
  z.strictObject({ type: z.literal('settle'), charge }),
  z.strictObject({ type: z.literal('return'), charge, code: z.prefault(z.enum(returnReasons), 'insufficient_funds') }),
  z.strictObject({ type: z.literal('webhooks'), ...webhookFault.shape }),
  z.strictObject({ type: z.literal('webhookUrl'), url: z.url(), secret: z.optional(z.string()) }),
  /** Sends one event again, or all unacknowledged events if no event is named. */
  z.strictObject({ type: z.literal('resend'), event: z.optional(z.string()) }),
  z.strictObject({ type: z.literal('api'), ...apiFault.shape }),
  z.strictObject({ type: z.literal('rateLimit'), perSecond: z.nullable(z.int().check(z.minimum(0))) }),
  z.strictObject({
    type: z.literal('linkBank'),
    customer: z.string(),
    account: z.prefault(z.string(), '000123456789'),
  }),
  z.strictObject({ type: z.literal('bankBalance'), account: z.string(), cents: z.int() }),
  z.strictObject({
    type: z.literal('updateCard'),
    paymentMethod: z.string(),
    expMonth: z.int().check(z.minimum(1), z.maximum(12)),
    expYear: z.int(),
  }),
  z.strictObject({ type: z.literal('detach'), paymentMethod: z.string() }),
  z.strictObject({ type: z.literal('clear') }),
]);

type Action = z.infer<typeof action>;
type Of<T extends Action['type']> = Extract<Action, { type: T }>;

/** Makes something happen at the payment provider and returns what it changed. */
export function perform(stripe: StripeStandIn, wanted: Action): unknown {
  try {
    return performers[wanted.type](stripe, wanted as never);
  } catch (error) {
    if (error instanceof StripeError) throw new BadRequest(error.message, { cause: error });
    throw error;
  }
}

const isBank = (row: Charge) => row.payment_method_details.type === 'us_bank_account' && row.status !== 'failed';

const performers: { readonly [T in Action['type']]: (stripe: StripeStandIn, wanted: Of<T>) => unknown } = {
  decline: ({ account }, { code, count: times, customer: only }) => {
    const turns = Array.from({ length: times }, () => ({ kind: 'decline' as const, code, customer: only }));
    account.plannedTurns = [...account.plannedTurns, ...turns];
    return { planned: account.plannedTurns };
  },
  challenge: ({ account }, { count: times, customer: only }) => {
    const turn = { kind: 'challenge' as const, code: 'authentication_required', customer: only };
    account.plannedTurns = [...account.plannedTurns, ...Array.from({ length: times }, () => turn)];
    return { planned: account.plannedTurns };
  },
  dispute: (stripe, { charge: id, reason }) =>
    openDispute(
      stripe.account,
      chargeOf(stripe, id, ({ status }) => status === 'succeeded'),
      reason,
    ),
  closeDispute: ({ account }, { dispute: id, outcome }) => {
    const [newest] = account.disputes.newestFirst(({ status }) => status === 'needs_response');
    const dispute = id === undefined ? newest : account.disputes.find(id);
    if (!dispute) throw new BadRequest('There is no such dispute');
    closeDispute(account, dispute, outcome);
    return dispute;
  },
  refund: (stripe, { charge: id, amount }) =>
    refund(
      stripe.account,
      chargeOf(stripe, id, ({ status, refunded }) => status === 'succeeded' && !refunded),
      { amount },
    ),
  failRefund: ({ account }, { charge: id, amount, reason }) => {
    const [newest] = account.refunds.newestFirst(
      (row) =>
        row.status !== 'failed' &&
        (id === undefined || row.charge === id) &&
        (amount === undefined || row.amount === amount),
    );
    if (!newest) throw new BadRequest('There is no such refund');
    failRefund(account, newest, reason);
    return newest;
  },
  settle: (stripe, { charge: id }) => {
    const found = chargeOf(stripe, id, ({ status }) => status === 'pending');
    if (found.status !== 'pending') throw new BadRequest(`The charge ${found.id} is ${found.status}, not pending`);
    settleDebit(stripe.account, found);
    return found;
  },
  return: (stripe, { charge: id, code }) => {
    const found = chargeOf(stripe, id, isBank);
    if (!isBank(found)) throw new BadRequest(`The charge ${found.id} is no bank debit that could be returned`);
    returnDebit(stripe.account, found, code);
    return found;
  },
  webhooks: ({ deliveries }, { type: _type, ...fault }) => {
    deliveries.add(fault);
    return fault;
  },
  webhookUrl: ({ account }, { url, secret }) => {
    const [endpoint] = account.webhookEndpoints.newestFirst().slice(-1);
    if (!endpoint) throw new BadRequest('There is no webhook endpoint');
    endpoint.url = url;
    endpoint.secret = secret ?? endpoint.secret;
    return { url: endpoint.url };
  },
  resend: ({ account, deliveries }, { event: id }) => {
    const wanted = account.events.newestFirst((event) =>
      id === undefined ? event.pending_webhooks > 0 : event.id === id,
    );
    if (id !== undefined && wanted.length === 0) throw new BadRequest(`There is no event ${id}`);
    wanted.toReversed().forEach((event) => deliveries.resend(event));
    return wanted;
  },
  api: ({ faults }, { type: _type, ...fault }) => {
    faults.add(fault);
    return fault;
  },
  rateLimit: ({ rateLimit }, { perSecond }) => {
    rateLimit.perSecond = perSecond;
    return { perSecond };
  },
  linkBank: ({ account }, { customer: holder, account: number }) => {
    const bank = testBankOf(number);
    if (!bank) throw new BadRequest(`There is no test account ${number}`);
    return linkBank(account, bank, { customer: holder, permissions: ['payment_method', 'balances'] });
  },
  bankBalance: ({ account }, { account: id, cents }) => {
    if (!account.bankLinks.find(id)) throw new BadRequest(`There is no linked account ${id}`);
    account.bankBalances.set(id, cents);
    return { account: id, cents };
  },
  updateCard: ({ account }, { paymentMethod, expMonth, expYear }) => {
    const method = account.paymentMethods.find(paymentMethod);
    if (method?.type !== 'card') throw new BadRequest(`There is no card ${paymentMethod}`);
    Object.assign(method.card, { exp_month: expMonth, exp_year: expYear });
    account.emit('payment_method.automatically_updated', method);
    return method;
  },
  detach: ({ account }, { paymentMethod }) => {
    const method = account.paymentMethods.find(paymentMethod);
    if (!method) throw new BadRequest(`There is no payment method ${paymentMethod}`);
    detach(account, method);
    return method;
  },
  clear: (stripe) => {
    stripe.faults.clear();
    stripe.deliveries.clear();
    stripe.account.plannedTurns = [];
    return { cleared: true };
  },
};

function chargeOf({ account }: StripeStandIn, id: string | undefined, isFit: (charge: Charge) => boolean): Charge {
  const [newest] = account.charges.newestFirst(isFit);
  const found = id === undefined ? newest : account.charges.find(id);
  if (!found) throw new BadRequest(id === undefined ? 'There is no such charge' : `There is no charge ${id}`);
  return found;
}
