import { elementsScript } from './elements.ts';
import { messagesScript } from './messages.ts';

const functions = String.raw`
const idOf = (clientSecret) => String(clientSecret).split('_secret')[0];
const nameOf = (intent) => intent.object === 'payment_intent' ? 'paymentIntent' : 'setupIntent';
const failureOf = (intent) => intent.last_setup_error ?? intent.last_payment_error;

const Stripe = (key, stripeOptions) => {
  if (typeof key !== 'string' || !key.startsWith('pk_')) throw new Error('Please use your publishable key when initializing Stripe.');
  let hidden = null;
  const controller = () => {
    if (!hidden) {
      hidden = openFrame({ kind: 'controller', title: 'Payment controller', query: { key }, style: 'position:absolute;width:1px;height:1px;visibility:hidden' });
      hidden.frame.setAttribute('aria-hidden', 'true');
      hidden.frame.tabIndex = -1;
      document.body.append(hidden.frame);
    }
    return hidden;
  };
  const retrieve = (clientSecret) => controller().call('retrieve', { clientSecret });

  // If the intent requires a 3-D Secure challenge, shows it and waits until the person has passed or failed it.
  const finish = async (result, clientSecret) => {
    const intent = result.setupIntent ?? result.paymentIntent;
    if (intent?.status !== 'requires_action' || intent.next_action?.type !== 'use_stripe_sdk') return result;
    await overlay('challenge', 'Authentication', { id: intent.id });
    const after = await retrieve(clientSecret);
    const settled = after.setupIntent ?? after.paymentIntent;
    const error = settled && settled.status === 'requires_payment_method' ? failureOf(settled) : null;
    return error ? { error: { ...error, [nameOf(settled) === 'setupIntent' ? 'setup_intent' : 'payment_intent']: settled } } : after;
  };

  const redirectIfWanted = (result, { redirect, confirmParams = {} }, clientSecret) => {
    if (result.error || redirect === 'if_required' || !confirmParams.return_url) return result;
    const target = new URL(confirmParams.return_url, location.href);
    target.searchParams.set('setup_intent', idOf(clientSecret));
    target.searchParams.set('setup_intent_client_secret', clientSecret);
    target.searchParams.set('redirect_status', result.setupIntent?.status === 'succeeded' ? 'succeeded' : 'pending');
    location.assign(target);
    return new Promise(() => undefined);
  };

  return {
    elements: (options) => createElements(key, options),
    async confirmSetup(request) {
      const { elements, confirmParams = {} } = request;
      const clientSecret = request.clientSecret ?? elements?._clientSecret;
      if (!clientSecret) throw new Error('confirmSetup(): the client secret of a SetupIntent is missing.');
      const billing = confirmParams.payment_method_data?.billing_details;
      const args = { clientSecret, billing, paymentMethod: confirmParams.payment_method };
      const element = elements?._main();
      const first = element ? await element._call('confirmSetup', args) : await controller().call('confirmSetup', args);
      return redirectIfWanted(await finish(first, clientSecret), request, clientSecret);
    },
    async confirmCardSetup(clientSecret, data = {}, options = {}) {
      const method = data.payment_method;
      const card = typeof method === 'object' ? method.card : undefined;
      const args = { clientSecret, billing: method?.billing_details, paymentMethod: typeof method === 'string' ? method : undefined };
      const first = card?._call ? await card._call('confirmSetup', args) : await controller().call('confirmSetup', args);
      return options.handleActions === false ? first : finish(first, clientSecret);
    },
    async handleNextAction({ clientSecret }) {
      return finish(await retrieve(clientSecret), clientSecret);
    },
    async collectBankAccountForSetup({ clientSecret, params = {} }) {
      const billing = params.payment_method_data?.billing_details ?? {};
      const done = await overlay('bank', 'Link a bank account', { key, clientSecret, name: billing.name ?? '', email: billing.email ?? '' });
      return done ?? retrieve(clientSecret);
    },
    async confirmUsBankAccountSetup(clientSecret, data = {}) {
      return controller().call('confirmSetup', { clientSecret, bank: data.payment_method });
    },
    async verifyMicrodepositsForSetup(clientSecret, data = {}) {
      return controller().call('verifyDeposits', { clientSecret, data });
    },
    createToken: (element, data) => element._call('createToken', { data }),
    async createPaymentMethod({ element, elements, type, billing_details, params = {} }) {
      const target = element ?? elements?._main();
      return target._call('createPaymentMethod', { billing: billing_details ?? params.billing_details, type });
    },
    retrieveSetupIntent: retrieve,
    retrievePaymentIntent: retrieve,
    registerAppInfo: () => undefined,
    _options: stripeOptions,
  };
};
Stripe.version = 'endive';
window.Stripe = Stripe;
`;

/** The script that a merchant's page loads from the provider's origin. */
export const stripeScript = `(() => {\n'use strict';\n${messagesScript}${elementsScript}${functions}})();\n`;
