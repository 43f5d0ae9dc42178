import type { SetupIntentResult, Stripe, StripeElements } from '@stripe/stripe-js';
import { expect, test, vi } from 'vitest';
import { chooseBankAccount, confirmCard, PaymentRefusal, saveToken, type SendToken } from './provider-steps.ts';

/** Returns a stand-in for the provider's script with the one or two functions that a step calls. */
const scriptWith = (functions: object): Stripe => functions as Stripe;
const elements = {} as StripeElements;
const resultOf = (result: object): SetupIntentResult => result as SetupIntentResult;
const declined = resultOf({ error: { message: 'Your card was declined.' } });
const clientSecret = 'seti_1_secret_2';
const rest = { clientSecret, setUp: 1 };
/** A function of the provider's script. */
const step = () => vi.fn<(options: object) => Promise<SetupIntentResult>>();
const sender = () => vi.fn<SendToken>();

const done = { requiresAction: false, clientSecret: null };
const challenged = { requiresAction: true, clientSecret };

test('a confirmed card gives the id of its set-up, a refused one the message of the provider', async () => {
  const confirmSetup = step().mockResolvedValueOnce(resultOf({ setupIntent: { id: 'seti_1' } }));
  const provider = { stripe: scriptWith({ confirmSetup }), ...rest };

  expect(await confirmCard(provider, elements)).toBe('seti_1');
  expect(confirmSetup).toHaveBeenCalledWith({ elements, redirect: 'if_required' });
  confirmSetup.mockResolvedValueOnce(declined);
  await expect(confirmCard(provider, elements)).rejects.toThrow(new PaymentRefusal('Your card was declined.'));
});

test('a window that the user closes chooses no bank account', async () => {
  const collectBankAccountForSetup = step()
    .mockResolvedValueOnce(resultOf({ setupIntent: { status: 'requires_payment_method' } }))
    .mockResolvedValueOnce(resultOf({ setupIntent: { status: 'requires_confirmation' } }));
  const provider = { stripe: scriptWith({ collectBankAccountForSetup }), ...rest };
  const holder = { name: 'Olive Owner', email: 'owner@example.com' };

  expect(await chooseBankAccount(provider, holder)).toBeNull();
  expect(await chooseBankAccount(provider, holder)).toMatchObject({ status: 'requires_confirmation' });
});

test('a set-up is sent once when the server needs nothing more', async () => {
  const send = sender().mockResolvedValue(done);

  await saveToken({ stripe: scriptWith({}) }, 'seti_1', send);
  expect(send.mock.calls).toEqual([['seti_1']]);
});

test('a question of the bank is asked, and the set-up is sent again', async () => {
  const handleNextAction = step().mockResolvedValue(resultOf({}));
  const send = sender().mockResolvedValueOnce(challenged).mockResolvedValueOnce(done);

  await saveToken({ stripe: scriptWith({ handleNextAction }) }, 'seti_1', send);
  expect(handleNextAction).toHaveBeenCalledWith({ clientSecret });
  expect(send).toHaveBeenCalledTimes(2);
});

test('an unanswered question of the bank is a refusal', async () => {
  const failed = scriptWith({ handleNextAction: async () => ({ error: { message: 'Not you.' } }) });
  const endless = scriptWith({ handleNextAction: async () => ({}) });
  const send = sender().mockResolvedValue(challenged);

  await expect(saveToken({ stripe: failed }, 'seti_1', send)).rejects.toThrow(new PaymentRefusal('Not you.'));
  await expect(saveToken({ stripe: endless }, 'seti_1', send)).rejects.toBeInstanceOf(PaymentRefusal);
});
