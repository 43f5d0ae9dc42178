import type * as z from 'zod/mini';
import { AppError } from '@app/shared/base/errors.ts';
import { findMarketplace } from '@app/shared/base/marketplaces.ts';
import type { authorizationCallback } from '@app/shared/contract/sellers.ts';
import type { Context } from '../../context.ts';
import { ApplicationRefused, ExternalError, OperationRefused } from '../../external/marketplace/external-error.ts';
import type { Marketplace } from '../../external/marketplace/marketplace.ts';
import type { SellerAccess } from '../../external/marketplace/seller-access.ts';
import type { Participation } from '../../external/marketplace/sellers.ts';
import type { Actor } from '../../http/actor.ts';
import type { Tx } from '../../lib/db/db.ts';
import { hashToken } from '../../lib/secrets.ts';
import { takeAuthorizationRequest, type AuthorizationRequest } from './authorization-queries.ts';
import { redirectUri } from './begin-authorization.ts';
import { connectSeller } from './connect-seller.ts';
import { hasSellerAccount } from './queries.ts';

type Query = z.output<typeof authorizationCallback.query>;
type FinishContext = Pick<Context, 'config' | 'db' | 'clock' | 'keys' | 'log'> & {
  readonly marketplace: Pick<Marketplace, 'exchangeCode' | 'participations' | 'searchListingsItems'> | null;
};
interface Return {
  readonly actor: Actor | null;
  readonly query: Query;
}

/** Where the browser goes on, inside the product, with `connected` or `authorizationError` in its query. */
export async function finishAuthorization(ctx: FinishContext, { actor, query }: Return): Promise<string> {
  if (!actor) return backTo('/login', new AppError('notLoggedIn'));
  let path = '/connect';
  try {
    const request = await takeRequest(ctx, actor, query.state ?? '');
    path = request.returnPath;
    await connect(ctx, { actor, query, request });
    return `${path}?connected=1`;
  } catch (error) {
    if (error instanceof AppError) return backTo(path, error);
    // The answer is a redirect whatever happens, so that this edge is where the failure is told.
    ctx.log.error({ err: error, tenantId: actor.tenantId }, 'authorization failed');
    return backTo(path, new AppError('internal', { cause: error }));
  }
}

const backTo = (path: string, { code, message }: AppError): string =>
  `${path}?${new URLSearchParams({ authorizationError: code, message }).toString()}`;

async function takeRequest(ctx: FinishContext, actor: Actor, state: string): Promise<AuthorizationRequest> {
  const [tenantId, secret = ''] = state.split('.');
  const { emailAddressId } = actor;
  // Another person's state, though genuine, would connect his seller account to this tenant or ours to his.
  if (tenantId !== actor.tenantId) throw new AppError('authorizationExpired');
  const request = await ctx.db.tenant(tenantId, (tx) =>
    takeAuthorizationRequest(tx, { tenantId, emailAddressId, stateHash: hashToken(secret) }),
  );
  if (!request || request.expiresAt <= ctx.clock.now()) throw new AppError('authorizationExpired');
  return request;
}

interface Confirmed {
  readonly actor: Actor;
  readonly query: Query;
  readonly request: AuthorizationRequest;
}

async function connect(ctx: FinishContext, { actor, query, request }: Confirmed): Promise<void> {
  const { marketplace } = ctx;
  if (!marketplace) throw new AppError('serviceOff');
  const { spapi_oauth_code: code, selling_partner_id: sellingPartnerId } = query;
  if (!code || !sellingPartnerId) throw new AppError('authorizationFailed');
  if (request.expectedSellerKey && request.expectedSellerKey !== sellingPartnerId) {
    throw new AppError('wrongSellerAccount');
  }
  const { refreshToken } = await asked(ctx, () =>
    marketplace.exchangeCode({ code, redirectUri: redirectUri(ctx.config.publicUrl) }),
  );
  const access = { sellingPartnerId, region: request.region, refreshToken };
  const stores = await asked(ctx, () => marketplace.participations(access));
  await asked(ctx, () => proveSeller(marketplace, access, stores));
  const { tenantId, email } = actor;
  await ctx.db.tenant(tenantId, (tx) => refuseUnseen(tx, actor, request));
  await connectSeller(ctx, { tenantId, access, stores, accountName: request.accountName, email });
}

/** Whoever has lost the right meanwhile, or never had it, connects nothing: the account may be another region's. */
async function refuseUnseen(tx: Tx, actor: Actor, request: AuthorizationRequest): Promise<void> {
  const { expectedSellerKey: sellingPartnerId, region } = request;
  if (actor.isOwner) return;
  if (!sellingPartnerId || !(await hasSellerAccount(tx, { ...actor, sellingPartnerId, region }))) {
    throw new AppError('wrongSellerAccount');
  }
}

/** A listing of this SKU need not exist. */
const anySku = 'WATCHPOST';

/**
 * The seller's id came through the browser, where it can be changed, and whoever connects a seller hears of what happens
 * to it. The marketplace answers about the listings of a seller to that seller's own token alone.
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

/** A refusal means that the seller has to begin again; anything else may pass. */
async function asked<T>({ log }: FinishContext, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ExternalError)) throw error;
    if (error instanceof ApplicationRefused) {
      log.error({ reason: error.message }, 'Login with Amazon refuses this application');
    }
    const isRefusal = error.isPermanent || error instanceof OperationRefused;
    throw new AppError(isRefusal ? 'authorizationFailed' : 'outside', { cause: error });
  }
}
