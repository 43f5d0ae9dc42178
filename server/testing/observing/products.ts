import { sql } from 'kysely';
import type { MarketplaceCode } from '@app/shared/base/marketplaces.ts';
import type { Db } from '../../src/lib/db/db.ts';
import { createJudging } from '../../src/features/judging/ingest.ts';
import { systemClock, type Clock } from '../../src/lib/clock.ts';
import { buildProduct, offersFacts } from '../database/factories.ts';

export interface BuiltProduct {
  readonly productId: string;
  readonly sellerAccountId: string;
  readonly sellerKey: string;
}

interface GivenProduct {
  readonly asin?: string;
  readonly marketplace?: MarketplaceCode;
  readonly name?: string;
}

let sequence = 0;

/** Builds a tracked product of a signed-up owner, in a new seller account unless one is given. */
export async function buildProductOf(
  db: Db,
  { tenantId }: { readonly tenantId: string },
  { account, ...given }: GivenProduct & { readonly account?: BuiltProduct } = {},
): Promise<BuiltProduct> {
  const sellerKey = account?.sellerKey ?? `ASELLER${String((sequence += 1)).padStart(6, '0')}`;
  const sellerAccountId = account?.sellerAccountId ?? (await buildAccount(db, tenantId, sellerKey));
  const owner = {
    tenantId,
    emailAddressId: '',
    email: '',
    isOwner: true,
    hiddenSellerAccountIds: [],
    sessionHash: '',
    isServed: true,
  };
  const tenant = { tenantId, sellerAccountId, sellerKey, owner };
  const judging = createJudging({ db, clock: systemClock });
  const productId = await buildProduct(db, { tenant, judging }, given);
  return { productId, sellerAccountId, sellerKey };
}

async function buildAccount(db: Db, tenantId: string, sellerKey: string): Promise<string> {
  const { rows } = await db.tenant(tenantId, (tx) =>
    sql<{ id: string }>`
      insert into seller_accounts (
        tenant_id, selling_partner_id, region, name, refresh_token, token_last6, created_at, authorized_at, version
      )
      values (${tenantId}, ${sellerKey}, 'NA', 'Brightkeel US', 'not a token', '123456', now(), now(), 0)
      returning seller_account_id as id`.execute(tx),
  );
  return rows[0]?.id ?? '';
}

interface OffersContext {
  readonly worker: Db;
  readonly clock: Clock;
}

/**
 * Returns a function that lets the product's offers be observed now: whether another seller has the buy box, with which
 * the own offer loses Prime.
 */
export const observeOffersOf =
  ({ worker, clock }: OffersContext, tenantId: string, { productId, sellerKey }: BuiltProduct) =>
  async (isLost: boolean): Promise<void> => {
    const { offers, ...facts } = offersFacts({
      sellerKey,
      others: [{ sellerId: 'A2UKR47RHS0DCY', cents: 2990, wins: isLost }],
    });
    const seen = { ...facts, offers: offers.map((offer) => ({ ...offer, isPrime: offer.isMine && !isLost })) };
    const observation = { productId, aspect: 'offers', sku: 'PAN', observedAt: clock.now(), facts: seen } as const;
    await createJudging({ db: worker, clock }).ingest(tenantId, [observation]);
  };
