import { AppError } from '@app/shared/base/errors.ts';
import { tokenScopes, type TokenScope } from '@app/shared/contract/endpoint.ts';
import type { ConsentRequest } from '@app/shared/contract/oauth.ts';
import type { Actor } from '../../../http/actor.ts';
import type { Client } from '../clients/client.ts';
import { findClient, type ClientContext } from '../clients/find-client.ts';
import { isRegistered } from '../clients/redirect-uri.ts';
import { resourceOf } from '../resources.ts';

interface AuthorizationRequest {
  readonly client: Client;
  readonly redirectUri: string;
  readonly scopes: readonly TokenScope[];
  readonly codeChallenge: string;
  readonly resource: string;
}

type CheckedRequest =
  | { readonly ok: true; readonly request: AuthorizationRequest }
  /** The browser returns to the client with the error. */
  | { readonly ok: false; readonly redirectTo: string };

/**
 * Checks what a program asks for. Throws `untrustedProgram` when the client or its redirect address is not known,
 * because the browser must not be sent to an unknown address. Anybody can publish a client. If its faults were answered
 * by a redirect, an address of ours would lead to an address of that person's choice, so they are shown here (RFC 9700,
 * section 4.11.2).
 */
export async function checkRequest(ctx: ClientContext, actor: Actor, asked: ConsentRequest): Promise<CheckedRequest> {
  const client = await findClient(ctx, actor, asked.client_id ?? '');
  if (!client) throw new AppError('untrustedProgram', { text: 'The program that sent you here is not known' });
  const redirectUri = asked.redirect_uri ?? onlyReturnOf(client);
  if (!isRegistered(redirectUri, client)) {
    throw new AppError('untrustedProgram', {
      text: 'The program wants you to return to an address that is not its own',
    });
  }
  const refuse = (error: string): CheckedRequest => {
    if (client.host !== null) {
      throw new AppError('untrustedProgram', {
        text: `The request of the program at ${client.host} is not valid (${error})`,
      });
    }
    return { ok: false, redirectTo: returnTo(ctx, { redirectUri, state: asked.state }, { error }) };
  };
  if (asked.response_type !== 'code') return refuse('unsupported_response_type');
  const codeChallenge = asked.code_challenge ?? '';
  if (asked.code_challenge_method !== 'S256' || !/^[\w-]{43}$/.test(codeChallenge)) return refuse('invalid_request');
  const scopes = parseScopes(asked.scope);
  if (!scopes) return refuse('invalid_scope');
  const resource = resourceOf(ctx.config.publicUrl, asked.resource);
  if (resource === null) return refuse('invalid_target');
  return { ok: true, request: { client, redirectUri, scopes, codeChallenge, resource } };
}

/** A client with one return need not name it (OAuth 2.1, section 4.1.1). Returns an empty text for any other client. */
function onlyReturnOf({ redirectUris }: Client): string {
  const [only = '', ...others] = redirectUris;
  return others.length === 0 ? only : '';
}

/** Returns `null` for an unknown scope. A request without scopes asks for reading. */
export function parseScopes(text: string | undefined): readonly TokenScope[] | null {
  const names = (text ?? '').split(' ').filter(Boolean);
  const known = tokenScopes.filter((scope) => names.includes(scope));
  if (known.length < new Set(names).size) return null;
  return known.length === 0 ? ['catalogue:read'] : known;
}

interface Return {
  readonly redirectUri: string;
  readonly state: string | undefined;
}

/** The address of the client with the result. `iss` names us, so that answers of several servers cannot be mixed up. */
export function returnTo(
  { config }: Pick<ClientContext, 'config'>,
  { redirectUri, state }: Return,
  result: { readonly error: string } | { readonly code: string },
): string {
  const url = new URL(redirectUri);
  const parameters = { ...result, ...(state === undefined ? {} : { state }), iss: config.publicUrl };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}
