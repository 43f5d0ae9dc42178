import { AppError } from '@app/shared/base/errors.ts';
import { marketplace as marketplaceOf, type Region } from '@app/shared/base/marketplaces.ts';
import type { Context } from '../../context.ts';
import type { AdsProfile } from '../../external/advertising/profiles.ts';
import type { Grant } from '../../external/oauth/oauth-client.ts';
import type { Actor } from '../../http/actor.ts';
import type { Tx } from '../../lib/db/db.ts';
import { nextWorldVersion } from '../../lib/db/world-version.ts';
import { beginConnecting } from '../connections/begin-connecting.ts';
import { finishConnecting, type ConsentingAccount } from '../connections/finish-connecting.ts';
import { adsService, adsServiceId } from './ads-service.ts';
import { findConnectable, type ConnectableSeller } from './connection-queries.ts';
import { makeReportsDue, replaceProfiles, stampAccount } from './profile-queries.ts';

export type AdConnectContext = Pick<Context, 'config' | 'db' | 'clock' | 'random' | 'keys' | 'log' | 'advertising'>;

interface BegunConsent {
  readonly location: string;
  /**
   * A secret for a cookie of the browser that began the consent. Amazon sends back the id of the seller account only,
   * which is no secret.
   */
  readonly nonce: string;
}

/** Begins a consent for a seller account. The `state` at Amazon is the id of the account (specification, section 8). */
export async function beginAdConnect(ctx: AdConnectContext, actor: Actor, sellerId: string): Promise<BegunConsent> {
  const seller = await ctx.db.tenant(actor.tenantId, (tx) => findConnectable(tx, actor, sellerId));
  if (!seller) throw new AppError('notFound');
  const service = adsService(ctx, seller.region);
  const { authorizationUrl, state } = await beginConnecting(ctx, actor, {
    service,
    subject: sellerId,
    returnPath: '/settings',
  });
  authorizationUrl.searchParams.set('state', sellerId);
  return { location: authorizationUrl.href, nonce: state };
}

interface AdConsentAnswer {
  readonly nonce: string | undefined;
  readonly state: string | undefined;
  readonly code: string | undefined;
  readonly error: string | undefined;
}

/** Finishes a consent and returns the page to which the browser is redirected. */
export async function finishAdConnect(
  ctx: AdConnectContext,
  actor: Actor | null,
  { nonce, state = '', code, error }: AdConsentAnswer,
): Promise<string> {
  const seller = actor && (await ctx.db.tenant(actor.tenantId, (tx) => findConnectable(tx, actor, state)));
  return finishConnecting(ctx, {
    actor,
    answer: { state: nonce, code, error },
    serviceId: adsServiceId,
    serviceOf(subject) {
      // The cookie belongs to the consent of another seller account than the one that Amazon names.
      if (subject !== state) throw new AppError('connectionExpired');
      if (!seller) throw new AppError('notFound');
      return adsService(ctx, seller.region);
    },
    async identify(grant, subject) {
      if (!actor || !seller) throw new AppError('notFound');
      return identify(ctx, grant, { ...seller, tenantId: actor.tenantId, sellerAccountId: subject });
    },
  });
}

interface ConnectingSeller extends ConnectableSeller {
  readonly tenantId: string;
  readonly sellerAccountId: string;
}

async function identify(
  { advertising, clock }: AdConnectContext,
  { accessToken }: Grant,
  seller: ConnectingSeller,
): Promise<ConsentingAccount> {
  if (!advertising) throw new AppError('serviceOff');
  const { tenantId, sellerAccountId, region, sellingPartnerId, name } = seller;
  const found = await advertising.listProfiles({ region, accessToken });
  const profiles = profilesOfSeller(found, { region, sellingPartnerId });
  if (profiles.length === 0) throw new AppError('wrongAdvertisingAccount');
  return {
    label: sellingPartnerId,
    title: `Amazon Advertising (${name})`,
    isListed: false,
    // A connection belongs to one seller account, and the service lets nobody but its user take our access back.
    isSameAs: async () => true,
    async save(tx: Tx) {
      const key = { tenantId, sellerAccountId };
      const version = await nextWorldVersion(tx, tenantId);
      if (!(await replaceProfiles(tx, key, profiles))) throw new AppError('notFound');
      await stampAccount(tx, key, version);
      await makeReportsDue(tx, key, clock.now());
    },
  };
}

/**
 * Returns the profiles of one seller in one region. An account at Amazon may advertise for several sellers and regions.
 */
const profilesOfSeller = (
  profiles: readonly AdsProfile[],
  { region, sellingPartnerId }: { readonly region: Region; readonly sellingPartnerId: string },
): readonly AdsProfile[] =>
  profiles.filter(
    ({ sellerKey, marketplace }) => sellerKey === sellingPartnerId && marketplaceOf(marketplace).region === region,
  );
