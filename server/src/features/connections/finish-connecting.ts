import { AppError } from '@app/shared/base/errors.ts';
import type { Context } from '../../context.ts';
import { ApplicationRefused, ExternalError } from '../../external/marketplace/external-error.ts';
import type { Grant } from '../../external/oauth/oauth-client.ts';
import type { Actor } from '../../http/actor.ts';
import type { Tx } from '../../lib/db/db.ts';
import { lockTenant } from '../../lib/db/lock-tenant.ts';
import { decryptSecret, hashToken } from '../../lib/secrets.ts';
import { recordAudit } from '../accounts/audit-queries.ts';
import { verifierPlace } from './begin-connecting.ts';
import {
  findConnection,
  insertAuthorization,
  noteConsent,
  upsertConnection,
  type StoredConnection,
} from './connection-queries.ts';
import { markEnded } from './ended-grants.ts';
import { takeConnectionRequest, type ConnectionRequest } from './request-queries.ts';
import type { ConnectionKey, ConnectionService } from './service.ts';
import { encryptTokens } from './tokens.ts';

type FinishContext = Pick<Context, 'db' | 'clock' | 'keys' | 'log'>;

/** The parameters with which a service sends the browser back. */
export interface ConsentAnswer {
  readonly state: string | undefined;
  readonly code: string | undefined;
  readonly error: string | undefined;
}

/** The account of a consent, as its service knows it. */
export interface ConsentingAccount {
  /** The name of the account for people, such as an e-mail address. */
  readonly label: string;
  /** The name of the connection in mails. */
  readonly title: string;
  /** True if the connection is an entry in the list of applications that may act for the account. */
  readonly isListed: boolean;
  /** Whether an earlier connection is to the same account. Its name alone does not tell, because people rename accounts. */
  isSameAs(tx: Tx, before: StoredConnection): Promise<boolean>;
  /** Stores the feature's own rows about the connection, in the transaction that stores the tokens. */
  save(tx: Tx, key: ConnectionKey): Promise<void>;
}

interface ReturnFromConsent {
  readonly actor: Actor | null;
  readonly answer: ConsentAnswer;
  readonly serviceId: string;
  /** Returns the service for a subject, or throws an `AppError`. */
  serviceOf(subject: string): ConnectionService;
  /** Finds out which account has consented. Throws an `AppError` to refuse the account. */
  identify(grant: Grant, subject: string): Promise<ConsentingAccount>;
}

/**
 * Finishes a consent and returns the page to which the browser is redirected, with `connectedTo` (the service) or
 * `connectionError` in its query.
 */
export async function finishConnecting(ctx: FinishContext, consent: ReturnFromConsent): Promise<string> {
  const { actor, serviceId } = consent;
  if (!actor) return backTo('/login', new AppError('notLoggedIn'));
  let path = '/settings';
  try {
    const taken = await takeRequest(ctx, actor, consent);
    path = taken.request.returnPath;
    await connect(ctx, actor, { ...consent, ...taken });
    return `${path}?${new URLSearchParams({ connectedTo: serviceId }).toString()}`;
  } catch (error) {
    if (error instanceof AppError) return backTo(path, error);
    // The answer is a redirect in any case, so this is where an unexpected failure is logged.
    ctx.log.error({ err: error, tenantId: actor.tenantId, service: serviceId }, 'a connection could not be made');
    return backTo(path, new AppError('internal', { cause: error }));
  }
}

const backTo = (path: string, { code, message }: AppError): string =>
  `${path}?${new URLSearchParams({ connectionError: code, message }).toString()}`;

interface TakenRequest {
  readonly request: ConnectionRequest;
  readonly verifier: string;
}

async function takeRequest(
  { db, clock, keys }: FinishContext,
  { tenantId, emailAddressId, sessionHash }: Actor,
  { answer, serviceId }: ReturnFromConsent,
): Promise<TakenRequest> {
  const stateHash = hashToken(answer.state ?? '');
  const request = await db.tenant(tenantId, (tx) =>
    takeConnectionRequest(tx, { tenantId, stateHash, service: serviceId, emailAddressId, sessionHash }),
  );
  if (!request || request.expiresAt <= clock.now()) throw new AppError('connectionExpired');
  const verifier = decryptSecret(keys, verifierPlace({ tenantId, stateHash }), request.sealedVerifier);
  return { request, verifier };
}

async function connect(
  ctx: FinishContext,
  actor: Actor,
  { answer, request, verifier, ...consent }: ReturnFromConsent & TakenRequest,
): Promise<void> {
  // The person may have lost the rights since the consent began.
  if (!actor.isOwner) throw new AppError('forbidden');
  if (!actor.isServed) throw new AppError('subscriptionOff');
  if (answer.error === 'access_denied') throw new AppError('connectionDenied');
  if (answer.error !== undefined || !answer.code) throw new AppError('connectionFailed');
  const { subject } = request;
  const service = consent.serviceOf(subject);
  const { code } = answer;
  const grant = await askService(ctx, service, () =>
    service.client.exchangeCode({
      code,
      redirectUri: service.redirectUri,
      verifier: service.hasPkce ? verifier : null,
    }),
  );
  const lacking = service.necessaryScopes.filter((scope) => grant.scopes !== null && !grant.scopes.includes(scope));
  if (lacking.length > 0) throw new AppError('connectionIncomplete');
  if (grant.refreshToken === null) throw new AppError('connectionFailed');
  const account = await askService(ctx, service, () => consent.identify(grant, subject));
  await store(ctx, actor, { service, subject, grant, account });
}

interface NewTokens {
  readonly service: ConnectionService;
  readonly subject: string;
  readonly grant: Grant;
  readonly account: ConsentingAccount;
}

/**
 * Stores the connection. If it replaces a connection to another account, that connection is ended, so that our access
 * to the other account is taken back. Old tokens of the same account are not revoked, because that would end the new
 * ones too.
 */
function store(
  ctx: FinishContext,
  { tenantId, email }: Actor,
  { service, subject, grant, account }: NewTokens,
): Promise<void> {
  const { db, clock, keys } = ctx;
  const now = clock.now();
  const { title, label } = account;
  const place = { tenantId, service: service.id, subject };
  const { encryptedAccessToken, encryptedRefreshToken } = encryptTokens(keys, place, grant);
  if (encryptedRefreshToken === null) throw new AppError('connectionFailed');
  return db.tenant(tenantId, async (tx) => {
    // Consents that return at the same time are stored one after the other.
    await lockTenant(tx, tenantId);
    const before = await findConnection(tx, place);
    if (before && !(await account.isSameAs(tx, before))) await markEnded(ctx, tx, before);
    let authorizationId = before?.authorizationId ?? null;
    if (authorizationId !== null) await noteConsent(tx, { tenantId, authorizationId, now });
    else if (account.isListed) authorizationId = await insertAuthorization(tx, { tenantId, title, now });
    const connectionId = await upsertConnection(tx, {
      ...place,
      authorizationId,
      title,
      label,
      encryptedRefreshToken,
      encryptedAccessToken,
      accessExpiresAt: grant.accessExpiresAt,
      now,
    });
    await account.save(tx, { tenantId, connectionId });
    const action = before ? 'connection made again' : 'connection made';
    await recordAudit(tx, [
      { tenantId, at: now, actor: email, action, subject: title, details: { account: { to: label } } },
    ]);
  });
}

/** Runs one call to the service. A refusal means that the user has to begin again; other errors may pass. */
async function askService<T>({ log }: FinishContext, { title }: ConnectionService, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ExternalError)) throw error;
    if (error instanceof ApplicationRefused) log.error({ reason: error.message }, `${title} refuses this application`);
    if (error.isPermanent) throw new AppError('connectionFailed', { cause: error });
    throw new AppError('connectionSilent', { cause: error });
  }
}
