import { sql } from 'kysely';
import type { MarketplaceCode } from '@app/shared/base/marketplaces.ts';
import type { CatalogFacts, ListingFacts, OffersFacts } from '@app/shared/watchdogs/facts/observations.ts';
import type { Actor } from '../../src/http/actor.ts';
import { openDb, type Db } from '../../src/lib/db/db.ts';
import { dbLimits } from '../../src/lib/db/limits.ts';
import { nextWorldVersion } from '../../src/lib/db/world-version.ts';
import type { JudgingFunctions } from '../../src/features/observing/recording/observation.ts';

export const openTestDb = (url: string): Db =>
  openDb({ url, maxConnections: 6, limits: dbLimits.worker, onIdleError: (error) => process.emitWarning(error) });

let sequence = 0;
const nextNumber = (): number => (sequence += 1);

export interface BuiltTenant {
  readonly tenantId: string;
  readonly owner: Actor;
  readonly sellerAccountId: string;
  readonly sellerKey: string;
}

/** Creates a tenant with its owner and one seller account. */
export async function buildTenant(db: Db, given: { sellerKey?: string } = {}): Promise<BuiltTenant> {
  const tenantId = crypto.randomUUID();
  const sellerKey = given.sellerKey ?? `A${String(nextNumber()).padStart(13, '0')}`;
  const email = `owner${nextNumber()}@example.test`;
  const { emailAddressId, sellerAccountId } = await db.tenant(tenantId, async (tx) => {
    await sql`
      insert into tenants (tenant_id, company_name, account_type, world_epoch, trial_ends_at, created_at)
      values (${tenantId}, 'Brightkeel', 'brand', ${`epoch${nextNumber()}`}, now() + interval '30 days', now())`.execute(
      tx,
    );
    const address = await sql<{ id: string }>`
      insert into email_addresses (tenant_id, email, is_primary, is_user, verified_at, created_at)
      values (${tenantId}, ${email}, true, true, now(), now())
      returning email_address_id as id`.execute(tx);
    const account = await sql<{ id: string }>`
      insert into seller_accounts (
        tenant_id, selling_partner_id, region, name, refresh_token, token_last6, created_at, authorized_at, version
      )
      values (${tenantId}, ${sellerKey}, 'NA', 'Brightkeel US', 'not a token', '123456', now(), now(), 0)
      returning seller_account_id as id`.execute(tx);
    return { emailAddressId: address.rows[0]?.id ?? '', sellerAccountId: account.rows[0]?.id ?? '' };
  });
  const owner: Actor = {
    tenantId,
    emailAddressId,
    email,
    isOwner: true,
    hiddenSellerAccountIds: [],
    sessionHash: 'none',
    isServed: true,
  };
  return { tenantId, owner, sellerAccountId, sellerKey };
}

/** For products whose watchdogs do not matter to the test. */
export const unwatched: JudgingFunctions = {
  ingest: () => Promise.resolve({ changed: [], flips: 0 }),
  startWatching: () => Promise.resolve(),
  judgeAgain: () => Promise.resolve(),
};

interface GivenProduct {
  readonly asin?: string;
  readonly marketplace?: MarketplaceCode;
  readonly name?: string;
  readonly brand?: string;
  readonly sellerAccountId?: string;
}

/** Creates a tracked product whose watchdogs are all initializing. */
export async function buildProduct(
  db: Db,
  { tenant, judging }: { tenant: BuiltTenant; judging: JudgingFunctions },
  given: GivenProduct = {},
): Promise<string> {
  const { tenantId } = tenant;
  return db.tenant(tenantId, async (tx) => {
    const version = await nextWorldVersion(tx, tenantId);
    const { rows } = await sql<{ productId: string }>`
      insert into products (
        tenant_id, seller_account_id, marketplace, asin, name, brand, is_active, is_tracked, version, created_at
      )
      values (
        ${tenantId}, ${given.sellerAccountId ?? tenant.sellerAccountId}, ${given.marketplace ?? 'US'},
        ${given.asin ?? `B0${String(nextNumber()).padStart(8, '0')}`}, ${given.name ?? 'Cast-iron skillet 26 cm'},
        ${given.brand ?? null}, true, true, ${version}::bigint, now()
      )
      returning product_id as "productId"`.execute(tx);
    const productId = rows[0]?.productId ?? '';
    await judging.startWatching(tx, { tenantId, productIds: [productId], version });
    return productId;
  });
}

export const catalogFacts = (given: Partial<CatalogFacts> = {}): CatalogFacts => ({
  title: 'Cast-iron skillet 26 cm',
  brand: 'Brightkeel',
  images: [{ variant: 'MAIN', url: 'https://pictures.example/skillet.png' }],
  largeImageUrl: 'https://pictures.example/skillet-large.png',
  parentAsin: null,
  isAdult: false,
  attributes: null,
  packageDimensions: null,
  productType: null,
  classification: null,
  displayGroup: null,
  ...given,
});

export const listingFacts = (given: Partial<ListingFacts> = {}): ListingFacts => ({
  status: ['BUYABLE', 'DISCOVERABLE'],
  issues: [],
  ownQuantity: 10,
  isFulfilledByAmazon: false,
  isChild: null,
  ...given,
});

/** Our offer wins the buy box at $34.90 by default. Each other seller has one offer. */
export function offersFacts(given: {
  sellerKey: string;
  ownCents?: number;
  others?: readonly { sellerId: string; cents: number; wins?: boolean }[];
}): OffersFacts {
  const own = { cents: given.ownCents ?? 3490, currency: 'USD' };
  const others = given.others ?? [];
  const winner = others.find((other) => other.wins);
  const offer = { shippingCents: 0, isFulfilledByAmazon: false, isPrime: false };
  return {
    offers: [
      { ...offer, sellerId: given.sellerKey, isMine: true, isBuyBoxWinner: !winner, price: own },
      ...others.map((other) => ({
        ...offer,
        sellerId: other.sellerId,
        isMine: false,
        isBuyBoxWinner: other.wins ?? false,
        price: { cents: other.cents, currency: 'USD' },
      })),
    ],
    totalOffers: 1 + others.length,
    buyBox: winner ? { cents: winner.cents, currency: 'USD' } : own,
    ownPrice: own,
  };
}
