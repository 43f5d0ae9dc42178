import { createHash, timingSafeEqual } from 'node:crypto';
import { isStorableText } from '../../../http/storable-text.ts';
import type { ClientContext } from '../clients/find-client.ts';
import { registeredClient } from '../clients/find-client.ts';
import { OAuthError } from './oauth-error.ts';

/** The parameters of a form, each of which may occur once. One without a value counts as left out (RFC 6749, 3.2). */
export type Form = ReadonlyMap<string, string>;

export function readForm(body: unknown): Form {
  if (!(body instanceof URLSearchParams)) {
    throw new OAuthError('invalid_request', 'The body has to be a form (application/x-www-form-urlencoded)');
  }
  const form = new Map<string, string>();
  for (const [name, value] of body) {
    if (form.has(name)) throw new OAuthError('invalid_request', `The parameter ${name} occurs twice`);
    form.set(name, value);
  }
  return new Map([...form].filter(([, value]) => value !== ''));
}

export function requireParameter(form: Form, name: string): string {
  const value = form.get(name);
  if (!value) throw new OAuthError('invalid_request', `The parameter ${name} is missing`);
  return value;
}

/**
 * Returns the client id of the request. A client with a secret proves it, in the form or by HTTP Basic. A public client
 * proves nothing here: its codes and refresh tokens are bound to it.
 */
export function clientOf(ctx: Pick<ClientContext, 'config'>, form: Form, authorization: string | undefined): string {
  const basic = basicOf(authorization);
  const clientId = basic?.clientId ?? requireParameter(form, 'client_id');
  if (!isStorableText(clientId)) {
    throw new OAuthError('invalid_request', 'The client id holds a character that cannot be stored');
  }
  if (basic && form.has('client_id') && form.get('client_id') !== basic.clientId) {
    throw new OAuthError('invalid_request', 'The client is named twice');
  }
  const secret = registeredClient(ctx, clientId)?.secret ?? null;
  if (secret !== null && !isEqual(basic?.secret ?? form.get('client_secret') ?? '', secret)) {
    throw new OAuthError('invalid_client', 'The secret of the client is missing or wrong');
  }
  return clientId;
}

/**
 * Returns the client id and the secret of HTTP Basic, both of which are encoded like a form (RFC 6749, section 2.3.1).
 */
function basicOf(authorization: string | undefined): { readonly clientId: string; readonly secret: string } | null {
  const [, encoded] = /^Basic +(\S+)$/i.exec(authorization ?? '') ?? [];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  const [clientId, secret] = [text.slice(0, Math.max(0, colon)), text.slice(colon + 1)].map(decodePart);
  return clientId && secret !== undefined ? { clientId, secret } : null;
}

const decodePart = (text: string): string => new URLSearchParams(`v=${text}`).get('v') ?? '';

function isEqual(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
