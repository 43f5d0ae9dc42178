import type { QueryClient } from '@tanstack/react-query';
import { isAuthenticated } from '@app/shared/contract/auth.ts';
import type { Reply } from '@app/shared/contract/endpoint.ts';
import { ApiError } from '../http/api-error.ts';
import { query } from '../http/call.ts';
import { readLoginMarker } from './login-marker.ts';
import { announceLogIn, endSession, forgetLogin, knownEmail, noteLogin } from './session.ts';

export type Identity = Reply<typeof isAuthenticated>;

/** The logged-in user and the state of the account's set-up. */
export const identityQuery = query(isAuthenticated);

/** Fetches the identity again; null when no user is logged in, and then the session's data is removed. */
export async function loadIdentity(client: QueryClient): Promise<Identity | null> {
  const marker = readLoginMarker();
  return remember(await client.fetchQuery({ ...identityQuery, staleTime: 0 }).catch(nobody), marker);
}

/** Fetches the identity after this page has logged somebody in, who may be another person than before. */
export function loadNewIdentity(client: QueryClient): Promise<Identity | null> {
  forgetLogin();
  announceLogIn();
  return loadIdentity(client);
}

/** Returns the identity from the cache, or fetches it if it is not known yet. */
export async function ensureIdentity(client: QueryClient): Promise<Identity | null> {
  const marker = readLoginMarker();
  return remember(await client.ensureQueryData(identityQuery).catch(nobody), marker);
}

function remember(identity: Identity | null, marker: string | null): Identity | null {
  if (identity) {
    knownEmail.set(identity.email);
    noteLogin(marker);
  }
  return identity;
}

function nobody(error: unknown): null {
  if (!(error instanceof ApiError) || (error.status !== 401 && error.status !== 403)) throw error;
  endSession();
  return null;
}
