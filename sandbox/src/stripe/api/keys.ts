import type { IncomingHttpHeaders } from 'node:http';
import type { Account } from '../account.ts';
import { apiVersion } from '../objects/event.ts';
import type { Call } from './call.ts';
import type { FormFields } from './form.ts';
import { badRequest, notFound, StripeError } from './stripe-error.ts';

export interface ApiKeys {
  readonly secretKey: string;
  readonly publishableKey: string;
}

/** Checks the key of a request. Returns whether it is the publishable one. */
export function checkKey(headers: IncomingHttpHeaders, { secretKey, publishableKey }: ApiKeys, called: Call): boolean {
  const key = keyIn(headers.authorization);
  if (key === secretKey) return false;
  if (key === publishableKey && called.mayBePublishable) return true;
  if (key === publishableKey) {
    const message = 'This API call cannot be made with a publishable API key. Please use a secret API key.';
    throw new StripeError(401, { code: 'secret_key_required', message });
  }
  if (key === '') {
    const message =
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').";
    throw new StripeError(401, { message });
  }
  throw new StripeError(401, {
    message: `Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(8)}${key.slice(-4)}`,
  });
}

function keyIn(authorization = ''): string {
  const [scheme = '', value = ''] = authorization.split(' ');
  if (/^bearer$/i.test(scheme)) return value;
  return /^basic$/i.test(scheme) ? (Buffer.from(value, 'base64').toString().split(':')[0] ?? '') : '';
}

export function checkVersion(headers: IncomingHttpHeaders): void {
  const version = headers['stripe-version'] ?? apiVersion;
  if (version !== apiVersion) throw badRequest(`Invalid Stripe API version: ${String(version)}`);
}

/** A browser must know the client secret of the object that it names. */
export function checkClientSecret(account: Account, id: string | undefined, fields: FormFields): void {
  if (id === undefined) return;
  const intent = account.setupIntents.find(id) ?? account.paymentIntents.find(id);
  if (intent?.client_secret === fields['client_secret']) return;
  throw notFound(id.startsWith('seti_') ? 'setupintent' : 'payment_intent', id, { param: 'intent' });
}
