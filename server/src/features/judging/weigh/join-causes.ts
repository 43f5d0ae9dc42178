import type { Tx } from '../../../lib/db/db.ts';
import type { GatheredFlip } from './gather.ts';
import { insertIncidents, lockRelatives, type Membership, type RedItem } from './related-queries.ts';
import { mayBeRelated, newMark, relate, type Memberships } from './relate.ts';
import type { FlipRow } from '../judge/flip.ts';

/** Locks the red items that may be causes or consequences of these flips. Most batches have no such flip. */
export function lockRelated(tx: Tx, tenantId: string, flips: readonly FlipRow[]): Promise<readonly RedItem[]> {
  const productIds = [...new Set(flips.filter(mayBeRelated).map(({ productId }) => productId))];
  if (productIds.length === 0) return Promise.resolve([]);
  return lockRelatives(tx, tenantId, { productIds, besides: flips.map(({ itemId }) => itemId) });
}

interface Batch {
  readonly tenantId: string;
  readonly at: Date;
}

/** Returns the incidents of the flips' items and of those that follow them, and writes the new ones among these. */
export async function joinCauses(
  tx: Tx,
  { tenantId, at }: Batch,
  { flips, relatives }: { readonly flips: readonly GatheredFlip[]; readonly relatives: readonly RedItem[] },
): Promise<readonly Membership[]> {
  const memberships = relate(flips, relatives);
  const marks = [...new Set(memberships.values())].filter((place) => place.startsWith(newMark));
  if (marks.length === 0) return membersBy(memberships, new Map());
  const accountOf = new Map(flips.map(({ productId, sellerAccountId }) => [productId, sellerAccountId]));
  const products = new Map([...relatives, ...flips].map(({ itemId, productId }) => [itemId, productId]));
  const accounts = marks.map((mark) => accountOf.get(products.get(mark.slice(newMark.length)) ?? '') ?? '');
  const written = await insertIncidents(tx, tenantId, { sellerAccountIds: accounts, at });
  // New incidents of one account are alike, so that any of them may be given to any mark of it.
  const idsOf = Map.groupBy(written, ({ sellerAccountId }) => sellerAccountId);
  const ids = marks.map((mark, index) => [mark, idsOf.get(accounts[index] ?? '')?.pop()?.incidentId ?? ''] as const);
  return membersBy(memberships, new Map(ids));
}

const membersBy = (memberships: Memberships, ids: ReadonlyMap<string, string>): readonly Membership[] =>
  [...memberships].map(([itemId, place]) => ({ itemId, incidentId: ids.get(place) ?? place }));
