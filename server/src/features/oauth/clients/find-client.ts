import { minuteMs } from '@app/shared/base/time.ts';
import type { Context } from '../../../context.ts';
import { admit } from '../../../lib/throttle.ts';
import type { Actor } from '../../../http/actor.ts';
import type { Client } from './client.ts';
import { fetchClient, isDocumentAddress } from './client-document.ts';

export type ClientContext = Pick<Context, 'config' | 'publicFetch' | 'db' | 'clock'>;

/** The clients of the configuration. */
export const registeredClient = ({ config }: Pick<ClientContext, 'config'>, clientId: string): Client | null =>
  config.oauthClients.find((client) => client.clientId === clientId) ?? null;

/**
 * True for a client that may still get tokens: one of the configuration, or one that publishes its description. One
 * that was taken out of the configuration may not, because its secret can no longer be checked.
 */
export const mayGetTokens = (ctx: Pick<ClientContext, 'config'>, clientId: string): boolean =>
  registeredClient(ctx, clientId) !== null || isDocumentAddress(clientId);

const mostFetches = 30;

/**
 * Finds a client for the consent page. The number of client descriptions that are fetched for one person is limited.
 */
export async function findClient(ctx: ClientContext, actor: Actor, clientId: string): Promise<Client | null> {
  const registered = registeredClient(ctx, clientId);
  if (registered) return registered;
  if (!isDocumentAddress(clientId) || !ctx.publicFetch.accepts(clientId)) return null;
  const subject = `client-document:${actor.tenantId}.${actor.emailAddressId}`;
  await admit(ctx, { subject, limit: mostFetches, windowMs: 10 * minuteMs });
  return fetchClient(ctx.publicFetch, clientId);
}
