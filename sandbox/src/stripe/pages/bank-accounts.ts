import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Account } from '../account.ts';
import { badRequest, missing, notFound, StripeError } from '../api/stripe-error.ts';
import { linkBank } from '../money/bank-balances.ts';
import { addBankMethod, checkBank, noBillingDetails } from '../money/methods.ts';
import { refuseUnlessOpen } from '../money/setups.ts';
import { testBankOf } from '../money/test-banks.ts';
import type { SetupIntent } from '../objects/setup-intent.ts';

const collection = z.object({
  clientSecret: z.string(),
  name: z.string(),
  email: z.string(),
  /** The number of a linked test account. */
  account: z.optional(z.string()),
  routingNumber: z.optional(z.string()),
  accountNumber: z.optional(z.string()),
});

const bankOptions = z.object({ financial_connections: z.object({ permissions: z.optional(z.array(z.string())) }) });

/** The call behind the overlay in which a person links a bank account; Stripe's own is not public. */
export function bankAccountRoutes(app: FastifyInstance, account: Account): void {
  app.post('/stripe-js/bank-accounts', (request, reply) => {
    try {
      return reply.send(collect(account, collection.parse(JSON.parse(String(request.body)))));
    } catch (error) {
      if (error instanceof StripeError) return reply.code(error.status).send(error.body(''));
      throw error;
    }
  });
}

function collect(account: Account, given: z.infer<typeof collection>): SetupIntent {
  const { clientSecret, name, email, account: linked, routingNumber = '', accountNumber = '' } = given;
  const intent = account.setupIntents.find(clientSecret.split('_secret')[0]);
  if (intent?.client_secret !== clientSecret) throw notFound('setupintent', clientSecret);
  refuseUnlessOpen(intent, 'update');
  if (name === '') throw missing('billing_details[name]');
  const billing = { ...noBillingDetails, name, email: email === '' ? null : email };
  const bank = linked === undefined ? checkBank(routingNumber, accountNumber) : testBankOf(linked);
  if (!bank) throw badRequest('There is no such test account.');
  const link =
    linked === undefined
      ? null
      : linkBank(account, bank, { customer: intent.customer, permissions: permissionsOf(intent) });
  const method = addBankMethod(account, { account: bank, link: link?.id ?? null, billing });
  intent.payment_method = method.id;
  intent.status = 'requires_confirmation';
  return intent;
}

function permissionsOf(intent: SetupIntent): readonly string[] {
  const options = bankOptions.safeParse(intent.payment_method_options['us_bank_account']);
  return options.data?.financial_connections.permissions ?? ['payment_method'];
}
