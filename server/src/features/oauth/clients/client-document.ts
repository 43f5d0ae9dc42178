import * as z from 'zod/mini';
import type { PublicFetch } from '../../../external/http/public-fetch.ts';
import type { Client } from './client.ts';

const timeoutMs = 5_000;
/** The limit of a client's description, which usually has a few hundred bytes. */
const mostBytes = 65_536;

/**
 * All control and format characters, also those that some scripts and emoji need: the name is a stranger's, and they could
 * disguise it as another, or leave nothing of it.
 */
const hiding = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
const nameShape = z.string().check(
  z.overwrite((name) => name.replaceAll(hiding, '')),
  z.trim(),
  z.minLength(1),
  z.maxLength(100),
);

const documentShape = z.object({
  client_id: z.string(),
  client_name: nameShape,
  redirect_uris: z.array(z.string().check(z.maxLength(2000))).check(z.minLength(1), z.maxLength(50)),
  token_endpoint_auth_method: z._default(z.string(), 'none'),
});

/** True for a client id that is the address of the client's description. */
export function isDocumentAddress(clientId: string): boolean {
  const url = URL.parse(clientId);
  return url !== null && url.href === clientId && url.pathname !== '/' && url.hash === '' && url.username === '';
}

/**
 * Fetches the description of a client from the address that is its id (Client ID Metadata Documents). It is not
 * trusted beyond its own host: the consent page names that host. Returns `null` unless it is complete, names its own
 * address and needs no secret; redirects are not followed.
 */
export async function fetchClient(publicFetch: PublicFetch, clientId: string): Promise<Client | null> {
  if (!isDocumentAddress(clientId) || !publicFetch.accepts(clientId)) return null;
  const headers = { accept: 'application/json' };
  const answer = await publicFetch
    .fetch(clientId, { method: 'GET', headers, timeoutMs, maxBytes: mostBytes })
    .catch(() => null);
  if (answer?.status !== 200 || answer.isCut) return null;
  const parsed = documentShape.safeParse(parseJson(answer.body.toString('utf8')));
  if (!parsed.success) return null;
  const { client_id: ownId, client_name: name, redirect_uris: redirectUris } = parsed.data;
  const isPublic = parsed.data.token_endpoint_auth_method === 'none';
  if (ownId !== clientId || !isPublic) return null;
  return { clientId, name, redirectUris, secret: null, host: new URL(clientId).host };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
