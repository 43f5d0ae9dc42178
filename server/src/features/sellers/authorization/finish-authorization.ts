import type * as z from 'zod/mini';
import { AppError } from '@app/shared/base/errors.ts';
import { findMarketplace } from '@app/shared/base/marketplaces.ts';
import type { authorizationCallback } from '@app/shared/contract/sellers.ts';
import type { Context } from '../../../context.ts';
import { ApplicationRefused, ExternalError, OperationRefused } from '../../../external/marketplace/external-error.ts';
import type { Marketplace } from '../../../external/marketplace/marketplace.ts';
import type { SellerAccess } from '../../../external/marketplace/seller-access.ts';
import type { Participation } from '../../../external/marketplace/operations/sellers.ts';
import type { Actor } from '../../../http/actor.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { takeAuthorizationRequest, type AuthorizationRequest } from './authorization-queries.ts';
import { hashToken } from '../../../lib/secrets.ts';
import { redirectUri } from './begin-authorization.ts';
import { connectSeller } from './connect-seller.ts';
import { hasSellerAccount } from '../queries.ts';

type Query = z.output<typeof authorizationCallback.query>;
type FinishContext = Pick<Context, 'config' | 'db' | 'clock' | 'keys' | 'log'> & {
  readonly marketplace: Pick<Marketplace, 'exchangeCode' | 'participations' | 'searchListingsItems'> | null;
};
interface ReturnQuery {
  readonly actor: Actor | null;
  readonly query: Query;
}

/**
 * Finishes an authorisation and returns the page to which the browser is redirected, with `connected` (`1`, or `again`
 * for an account that was connected before) or `authorizationError` in its query.
 */
export async function finishAuthorization(ctx: FinishContext, { actor, query }: ReturnQuery): Promise<string> {
  if (!actor) return backTo('/login', new AppError('notLoggedIn'));
  let path = '/connect';
  try {
    const request = await takeRequest(ctx, actor, query.state ?? '');
    path = request.returnPath;
    const { isNew } = await connect(ctx, { actor, query, request });
    return `${path}?connected=${isNew ? '1' : 'again'}`;
  } catch (error) {
    if (error instanceof AppError) return backTo(path, error);
    // The answer is a redirect in any case, so this is where an unexpected failure is logged.
    ctx.log.error({ err: error, tenantId: actor.tenantId }, 'authorization failed');
    return backTo(path, new AppError('internal', { cause: error }));
  }
}

const backTo = (path: string, { code, message }: AppError): string =>
  `${path}?${new URLSearchParams({ authorizationError: code, message }).toString()}`;

async function takeRequest(ctx: FinishContext, actor: Actor, state: string): Promise<AuthorizationRequest> {
  const [tenantId, secret = ''] = state.split('.');
  const { emailAddressId, sessionHash } = actor;
  // A genuine `state` of another person is refused: it would connect that person's seller account to this tenant, or
  // the seller account of this person to the other tenant.
  if (tenantId !== actor.tenantId) throw new AppError('authorizationExpired');
  const request = await ctx.db.tenant(tenantId, (tx) =>
    takeAuthorizationRequest(tx, { tenantId, emailAddressId, sessionHash, stateHash: hashToken(secret) }),
  );
  if (!request || request.expiresAt <= ctx.clock.now()) throw new AppError('authorizationExpired');
  return request;
}

interface ConfirmedReturn {
  readonly actor: Actor;
  readonly query: Query;
  readonly request: AuthorizationRequest;
}

async function connect(
  ctx: FinishContext,
  { actor, query, request }: ConfirmedReturn,
): Promise<{ readonly isNew: boolean }> {
  const { marketplace } = ctx;
  if (!marketplace) throw new AppError('serviceOff');
  const { spapi_oauth_code: code, selling_partner_id: sellingPartnerId } = query;
  if (!code || !sellingPartnerId) throw new AppError('authorizationFailed');
  if (request.expectedSellerKey && request.expectedSellerKey !== sellingPartnerId) {
    throw new AppError('wrongSellerAccount');
  }
  const { refreshToken } = await askMarketplace(ctx, () =>
    marketplace.exchangeCode({ code, redirectUri: redirectUri(ctx.config.publicUrl) }),
  );
  const access = { sellingPartnerId, region: request.region, refreshToken };
  const stores = await askMarketplace(ctx, () => marketplace.participations(access));
  await askMarketplace(ctx, () => proveSeller(marketplace, access, stores));
  const { tenantId, email } = actor;
  await ctx.db.tenant(tenantId, (tx) => refuseUnseen(tx, actor, request));
  return connectSeller(ctx, { tenantId, access, stores, accountName: request.accountName, email });
}

/**
 * Throws if the person may not authorise this account. This is checked again here, because the person may have lost the
 * right since the request was begun, and the account may be in a region to which the person has no access.
 */
async function refuseUnseen(tx: Tx, actor: Actor, request: AuthorizationRequest): Promise<void> {
  const { expectedSellerKey: sellingPartnerId, region } = request;
  if (actor.isOwner) return;
  if (!sellingPartnerId || !(await hasSellerAccount(tx, { ...actor, sellingPartnerId, region }))) {
    throw new AppError('wrongSellerAccount');
  }
}

/** The SKU in the request that proves the seller's id. The listing need not exist. */
const anySku = 'WATCHPOST';

/**
 * Checks the seller's id, which came through the browser and can be changed there. The marketplace answers questions
 * about the listings of a seller to that seller's own token only.
 */
async function proveSeller(
  marketplace: Pick<Marketplace, 'searchListingsItems'>,
  access: SellerAccess,
  stores: readonly Participation[],
): Promise<void> {
  const home = findMarketplace(stores[0]?.marketplace ?? '');
  if (!home) throw new AppError('authorizationFailed');
  await marketplace.searchListingsItems(access, { marketplaceId: home.id, skus: [anySku] });
}

/** Runs one call to the marketplace. A refusal means that the seller has to begin again; other errors may pass. */
async function askMarketplace<T>({ log }: FinishContext, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ExternalError)) throw error;
    if (error instanceof ApplicationRefused) {
      log.error({ reason: error.message }, 'Login with Amazon refuses this application');
    }
    const isRefusal = error.isPermanent || error instanceof OperationRefused;
    throw new AppError(isRefusal ? 'authorizationFailed' : 'authorizationUnanswered', { cause: error });
  }
}
