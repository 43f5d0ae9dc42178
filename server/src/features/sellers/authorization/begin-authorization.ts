import type * as z from 'zod/mini';
import { AppError } from '@app/shared/base/errors.ts';
import type { Region } from '@app/shared/base/marketplaces.ts';
import { minuteMs } from '@app/shared/base/time.ts';
import type { authorizationRedirect } from '@app/shared/contract/sellers.ts';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../http/actor.ts';
import { hashToken } from '../../../lib/secrets.ts';
import { findAddress } from '../../accounts/verification/email-verification-queries.ts';
import { regionOfCallback } from './callback-address.ts';
import { insertAuthorizationRequest } from './authorization-queries.ts';
import { hasSellerAccount } from '../queries.ts';

type Input = z.output<typeof authorizationRedirect.query>;
type MarketplaceConfig = NonNullable<Context['config']['marketplace']>;
type BeginContext = Pick<Context, 'config' | 'db' | 'clock' | 'random'>;

/** Amazon allows 10 minutes for the whole consent. */
const requestLivesMs = 10 * minuteMs;

/**
 * Returns the address to which the browser is sent so that the seller can authorise us. Its `state` identifies the
 * request.
 */
export async function beginAuthorization(ctx: BeginContext, actor: Actor, input: Input): Promise<string> {
  const { marketplace, publicUrl } = ctx.config;
  if (!marketplace) throw new AppError('serviceOff');
  const { region, address } = destination(marketplace, input);
  const secret = ctx.random.token();
  const now = ctx.clock.now();
  await ctx.db.tenant(actor.tenantId, async (tx) => {
    await refuseNewAccount(tx, actor, { ...input, region });
    await insertAuthorizationRequest(tx, {
      tenantId: actor.tenantId,
      emailAddressId: actor.emailAddressId,
      stateHash: hashToken(secret),
      // Only the browser that began the authorisation can finish it.
      sessionHash: actor.sessionHash,
      region,
      returnPath: input.path ?? '/connect',
      // Only the owner names seller accounts (section 6).
      accountName: (actor.isOwner && input.accName) || null,
      expectedSellerKey: input.expectedSellerKey || null,
      expiresAt: new Date(now.getTime() + requestLivesMs),
      now,
    });
  });

  address.searchParams.set('redirect_uri', redirectUri(publicUrl));
  address.searchParams.set('state', `${actor.tenantId}.${secret}`);
  if (marketplace.isDraft) address.searchParams.set('version', 'beta');
  return address.href;
}

/** The address is registered with the marketplace and has to be sent again when the code is exchanged. */
export const redirectUri = (publicUrl: string): string =>
  new URL('/api/identity/amazon/authorization/callback', publicUrl).href;

/**
 * The flow started on our website begins at the consent page; a flow started by the marketplace names its own address.
 */
function destination(marketplace: MarketplaceConfig, input: Input): { region: Region; address: URL } {
  if (input.amazonCallbackUrl) {
    const found = regionOfCallback(input.amazonCallbackUrl, marketplace.sellerCentralUrls);
    if (!found) throw new AppError('callbackNotAllowed');
    const address = new URL(input.amazonCallbackUrl);
    address.searchParams.set('amazon_state', input.amazonState ?? '');
    return { region: input.region ?? found, address };
  }
  if (!input.region)
    throw new AppError('badRequest', { text: 'query.region: choose the region of the seller account' });
  const sellerCentral = marketplace.sellerCentralUrls[input.region];
  if (!sellerCentral) throw new AppError('serviceOff');
  const address = new URL(`${sellerCentral.replace(/\/$/, '')}/apps/authorize/consent`);
  address.searchParams.set('application_id', marketplace.applicationId);
  return { region: input.region, address };
}

/**
 * Section 6: only the owner adds storefronts, once the address has been confirmed to be the owner's. Other users can
 * authorise again the ones they have access to.
 */
async function refuseNewAccount(
  tx: Parameters<typeof hasSellerAccount>[0],
  actor: Actor,
  { expectedSellerKey, region }: Pick<Input, 'expectedSellerKey'> & { readonly region: Region },
): Promise<void> {
  const isKnown =
    expectedSellerKey !== undefined &&
    (await hasSellerAccount(tx, { ...actor, sellingPartnerId: expectedSellerKey, region }));
  if (isKnown) return;
  if (!actor.isOwner) throw new AppError(expectedSellerKey ? 'notFound' : 'forbidden');
  if (!(await findAddress(tx, actor))?.isVerified) throw new AppError('unconfirmedOwner');
}
