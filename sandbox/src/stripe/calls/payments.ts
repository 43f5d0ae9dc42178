import * as z from 'zod/mini';
import type { Account } from '../account.ts';
import { call, publishable, type Call } from '../api/call.ts';
import { isCreatedIn, pageOf } from '../api/pages.ts';
import { created, expandable, integer, metadata, paging, text } from '../api/parameters.ts';
import { missing, notFound } from '../api/stripe-error.ts';
import { refund } from '../money/refunds.ts';
import type { Charge } from '../objects/charge.ts';

const optionalText = z.optional(text);
const single = z.strictObject(expandable);

function requireFound<T>(row: T | undefined, kind: string, id: string): T {
  if (row === undefined) throw notFound(kind, id);
  return row;
}

/** Whether a row has the fields by which a list is filtered; a filter that is not set matches all. */
function matches(row: object, wanted: Readonly<Record<string, string | undefined>>): boolean {
  const fields = new Map<string, unknown>(Object.entries(row));
  return Object.entries(wanted).every(([name, value]) => value === undefined || fields.get(name) === value);
}

function chargeToRefund(
  account: Account,
  { charge, payment_intent }: { charge?: string | undefined; payment_intent?: string | undefined },
): Charge {
  if (charge !== undefined) {
    const row = account.charges.find(charge);
    if (!row) throw notFound('charge', charge, { param: 'charge', status: 404 });
    return row;
  }
  if (payment_intent === undefined) throw missing('charge');
  const row = account.charges.find(account.paymentIntents.find(payment_intent)?.latest_charge);
  if (!row) throw notFound('payment_intent', payment_intent, { param: 'payment_intent', status: 404 });
  return row;
}

export const paymentCalls: readonly Call[] = [
  publishable(
    call(
      'GET /v1/payment_intents/{id}',
      z.strictObject({ ...expandable, client_secret: optionalText }),
      ({ account, id }) => requireFound(account.paymentIntents.find(id), 'payment_intent', id),
    ),
  ),
  call(
    'GET /v1/payment_intents',
    z.strictObject({ ...paging, ...created, customer: optionalText }),
    ({ account }, { created: wanted, customer, ...request }) => {
      const isWanted = (row: { created: number }) => isCreatedIn(row.created, wanted) && matches(row, { customer });
      return pageOf(account.paymentIntents.newestFirst(isWanted), '/v1/payment_intents', request);
    },
  ),
  call('GET /v1/charges/{id}', single, ({ account, id }) => requireFound(account.charges.find(id), 'charge', id)),
  call(
    'GET /v1/charges',
    z.strictObject({ ...paging, ...created, customer: optionalText, payment_intent: optionalText }),
    ({ account }, { created: wanted, customer, payment_intent, ...request }) => {
      const isWanted = (row: Charge) => isCreatedIn(row.created, wanted) && matches(row, { customer, payment_intent });
      return pageOf(account.charges.newestFirst(isWanted), '/v1/charges', request);
    },
  ),
  call(
    'POST /v1/refunds',
    z.strictObject({
      ...expandable,
      amount: z.optional(integer),
      charge: optionalText,
      metadata: z.optional(metadata),
      payment_intent: optionalText,
      reason: z.optional(z.enum(['duplicate', 'requested_by_customer', 'fraudulent'])),
    }),
    ({ account }, given) => refund(account, chargeToRefund(account, given), given),
  ),
  call('GET /v1/refunds/{id}', single, ({ account, id }) => requireFound(account.refunds.find(id), 'refund', id)),
  call(
    'GET /v1/refunds',
    z.strictObject({ ...paging, ...created, charge: optionalText, payment_intent: optionalText }),
    ({ account }, { created: wanted, charge, payment_intent, ...request }) => {
      const rows = account.refunds.newestFirst(
        (row) => isCreatedIn(row.created, wanted) && matches(row, { charge, payment_intent }),
      );
      return pageOf(rows, '/v1/refunds', request);
    },
  ),
  call('GET /v1/disputes/{id}', single, ({ account, id }) => requireFound(account.disputes.find(id), 'dispute', id)),
  call(
    'GET /v1/disputes',
    z.strictObject({ ...paging, ...created, charge: optionalText, payment_intent: optionalText }),
    ({ account }, { created: wanted, charge, payment_intent, ...request }) => {
      const rows = account.disputes.newestFirst(
        (row) => isCreatedIn(row.created, wanted) && matches(row, { charge, payment_intent }),
      );
      return pageOf(rows, '/v1/disputes', request);
    },
  ),
  call('GET /v1/mandates/{id}', single, ({ account, id }) => requireFound(account.mandates.find(id), 'mandate', id)),
];
