import type { SetupIntent, SetupIntentResult, Stripe, StripeElements } from '@stripe/stripe-js';
import type { setCard } from '@app/shared/contract/billing.ts';
import type { Reply } from '@app/shared/contract/endpoint.ts';

/** A set-up that was begun at the provider. */
export interface Provider {
  readonly stripe: Stripe;
  readonly clientSecret: string;
  /** The number of the set-up within its form. */
  readonly setUp: number;
}

/** A refusal whose message is meant for the user. */
export class PaymentRefusal extends Error {
  override readonly name = 'PaymentRefusal';
}

const refusedText = 'The payment method was refused. Please try another one';

/** Returns the completed set-up. Throws `PaymentRefusal`. */
function setUpOf({ error, setupIntent }: SetupIntentResult): SetupIntent {
  if (error) throw new PaymentRefusal(error.message ?? refusedText);
  return setupIntent;
}

export async function confirmCard({ stripe }: Provider, elements: StripeElements): Promise<string> {
  return setUpOf(await stripe.confirmSetup({ elements, redirect: 'if_required' })).id;
}

interface AccountHolder {
  readonly name: string;
  readonly email: string;
}

/** Opens the provider's window, in which a bank account is chosen; `null` when the user closes it. */
export async function chooseBankAccount(
  { stripe, clientSecret }: Provider,
  holder: AccountHolder,
): Promise<SetupIntent | null> {
  const chosen = setUpOf(
    await stripe.collectBankAccountForSetup({
      clientSecret,
      params: { payment_method_type: 'us_bank_account', payment_method_data: { billing_details: { ...holder } } },
    }),
  );
  return chosen.status === 'requires_payment_method' ? null : chosen;
}

/** Accepts the debit of the chosen account. The account may still wait for its micro-deposits afterwards. */
export async function confirmBankAccount({ stripe, clientSecret }: Provider): Promise<string> {
  return setUpOf(await stripe.confirmUsBankAccountSetup(clientSecret)).id;
}

export type SendToken = (token: string) => Promise<Reply<typeof setCard>>;

/**
 * Sends a completed set-up to our server. A bank may still ask the user for a confirmation (3-D Secure): then the
 * provider shows the bank's question, and the set-up is sent once more.
 */
export async function saveToken({ stripe }: Pick<Provider, 'stripe'>, token: string, send: SendToken): Promise<void> {
  const first = await send(token);
  if (!first.requiresAction || first.clientSecret === null) return;
  const { error } = await stripe.handleNextAction({ clientSecret: first.clientSecret });
  if (error) throw new PaymentRefusal(error.message ?? refusedText);
  const second = await send(token);
  if (second.requiresAction) throw new PaymentRefusal(refusedText);
}
