import { observationSchemas, type ListingFacts } from '@app/shared/watchdogs/facts/observations.ts';
import { sql } from 'kysely';
import type { Tx } from '../../../lib/db/db.ts';
import type { NamedListing } from './push-type.ts';

export interface KnownListing extends NamedListing {
  /** The known facts of the listing; `null` if the listing was never observed. */
  readonly facts: ListingFacts | null;
  /** The hash of these facts as they are stored. */
  readonly hash: string | null;
}

/**
 * Adds the known facts to the listings. The fields of the facts keep the order in which sources build them, since equal
 * facts must have equal hashes.
 */
export async function withKnownFacts(
  tx: Tx,
  tenantId: string,
  listings: readonly NamedListing[],
): Promise<readonly KnownListing[]> {
  const { rows } = await sql<{ productId: string; sku: string; facts: unknown; hash: string }>`
    select o.product_id as "productId", o.sku, o.facts, o.hash
      from observations o
     where o.tenant_id = ${tenantId}
       and o.product_id = any (${listings.map(({ productId }) => productId)}::bigint[])
       and o.aspect = 'listing'`.execute(tx);
  return listings.map((listing) => {
    const row = rows.find(({ productId, sku }) => productId === listing.productId && sku === listing.sku);
    const facts = observationSchemas.listing.safeParse(row?.facts).data ?? null;
    return { ...listing, facts, hash: row?.hash ?? null };
  });
}
