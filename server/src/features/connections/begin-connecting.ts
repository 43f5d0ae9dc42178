import { createHash } from 'node:crypto';
import { minuteMs } from '@app/shared/base/time.ts';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/actor.ts';
import { encryptSecret, hashToken, type SecretPlace } from '../../lib/secrets.ts';
import { insertConnectionRequest } from './request-queries.ts';
import type { ConnectionService } from './service.ts';

type BeginContext = Pick<Context, 'db' | 'clock' | 'random' | 'keys'>;

const requestLivesMs = 10 * minuteMs;

interface NewConsent {
  readonly service: ConnectionService;
  readonly subject: string;
  /** The page of the product that the browser comes back to. */
  readonly returnPath: string;
}

interface BegunConsent {
  /** The address of the consent page, which includes the state. */
  readonly authorizationUrl: URL;
  /** Identifies the request once. It is a secret of the browser that began it. */
  readonly state: string;
}

/** Stores a request for a consent, which only this session of this user can finish. */
export async function beginConnecting(
  { db, clock, random, keys }: BeginContext,
  actor: Actor,
  { service, subject, returnPath }: NewConsent,
): Promise<BegunConsent> {
  const { tenantId, emailAddressId, sessionHash } = actor;
  const state = random.token();
  const verifier = random.token();
  const stateHash = hashToken(state);
  await db.tenant(tenantId, (tx) =>
    insertConnectionRequest(tx, {
      tenantId,
      stateHash,
      service: service.id,
      emailAddressId,
      sessionHash,
      subject,
      returnPath,
      sealedVerifier: encryptSecret(keys, verifierPlace({ tenantId, stateHash }), verifier),
      expiresAt: new Date(clock.now().getTime() + requestLivesMs),
    }),
  );
  return { authorizationUrl: consentPage(service, { state, verifier }), state };
}

export const verifierPlace = ({ tenantId, stateHash }: { tenantId: string; stateHash: string }): SecretPlace => ({
  tenantId,
  row: `connection_requests/${stateHash}`,
  purpose: 'verifier',
});

function consentPage(service: ConnectionService, { state, verifier }: { state: string; verifier: string }): URL {
  const url = new URL(service.authorizeUrl);
  const parameters = {
    client_id: service.client.clientId,
    redirect_uri: service.redirectUri,
    response_type: 'code',
    scope: service.scopes.join(' '),
    ...service.parameters,
    state,
    ...(service.hasPkce && { code_challenge: challengeOf(verifier), code_challenge_method: 'S256' }),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url;
}

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');
