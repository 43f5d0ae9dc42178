import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { parseOrRefuse } from '../../control/bad-request.ts';
import { sendPage } from '../../http/page.ts';
import type { StripeStandIn } from '../stripe.ts';
import { action, perform } from './actions.ts';
import { chargeLedger, summarizeAccount } from './ledger.ts';
import { paymentsPage } from './payments-page.ts';

const ledgerQuery = z.object({ invoice: z.optional(z.string()) });

/** The control API of the payment provider, on the sandbox's own listener. */
export function paymentControl(stripe: StripeStandIn): (app: FastifyInstance) => Promise<void> {
  const { account, deliveries } = stripe;
  return async (app) => {
    app.get('/sandbox/payments', (_request, reply) => sendPage(reply, paymentsPage));
    app.get('/sandbox/stripe', () => {
      stripe.catchUp();
      return { url: account.url, ...summarizeAccount(account), deliveries: deliveries.records };
    });
    app.get('/sandbox/stripe/ledger', (request) => {
      stripe.catchUp();
      return chargeLedger(account, parseOrRefuse(ledgerQuery, request.query).invoice);
    });
    app.get('/sandbox/stripe/deliveries', () => deliveries.records);
    app.post('/sandbox/stripe', (request) => perform(stripe, parseOrRefuse(action, request.body)));
  };
}
