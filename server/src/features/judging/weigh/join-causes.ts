import type { Tx } from '../../../lib/db/db.ts';
import type { GatheredFlip } from './gather.ts';
import { insertIncidents, lockRelatives, type Membership, type NewIncident, type RedItem } from './related-queries.ts';
import { mayBeRelated, newMark, relate, type Memberships } from './relate.ts';
import type { FlipRow } from '../judge/flip.ts';

/**
 * Locks the red items that may be causes or consequences of these flips. Most batches contain no flip that may have
 * any.
 */
export function lockRelated(tx: Tx, tenantId: string, flips: readonly FlipRow[]): Promise<readonly RedItem[]> {
  const productIds = [...new Set(flips.filter(mayBeRelated).map(({ productId }) => productId))];
  if (productIds.length === 0) return Promise.resolve([]);
  return lockRelatives(tx, tenantId, { productIds, besides: flips.map(({ itemId }) => itemId) });
}

interface Batch {
  readonly tenantId: string;
  readonly at: Date;
}

/**
 * Returns the incidents of the items with new flips and of the items that move with them. Writes those that are new.
 */
export async function joinCauses(
  tx: Tx,
  { tenantId, at }: Batch,
  { flips, relatives }: FlipsWithRelatives,
): Promise<readonly Membership[]> {
  const memberships = relate(flips, relatives);
  const incidents = newIncidents(memberships, { flips, relatives });
  if (incidents.length === 0) return membersBy(memberships, new Map());
  // Several new incidents may be of one seller account and one instant. Nothing else distinguishes the written rows, so
  // that any of them may become the incident of a mark.
  const written = Map.groupBy(await insertIncidents(tx, tenantId, { incidents, at }), textOf);
  const ids = incidents.map(({ mark, ...one }) => [mark, written.get(textOf(one))?.pop()?.incidentId ?? ''] as const);
  return membersBy(memberships, new Map(ids));
}

interface FlipsWithRelatives {
  readonly flips: readonly GatheredFlip[];
  readonly relatives: readonly RedItem[];
}

const textOf = ({ sellerAccountId, openedAt }: NewIncident): string => `${sellerAccountId} ${openedAt.getTime()}`;

/**
 * Returns the incidents that have to be written. All members of such an incident belong to one product, and at least
 * one of them has a new flip.
 */
function newIncidents(memberships: Memberships, { flips, relatives }: FlipsWithRelatives) {
  const members = [
    ...flips.map(({ itemId, sellerAccountId, at }) => ({ itemId, sellerAccountId, since: at.getTime() })),
    ...relatives.map(({ itemId, redSince }) => ({ itemId, sellerAccountId: null, since: redSince.getTime() })),
  ];
  const byPlace = Map.groupBy(members, ({ itemId }) => memberships.get(itemId) ?? '');
  return [...byPlace].flatMap(([mark, all]) => {
    const sellerAccountId = all.find((one) => one.sellerAccountId !== null)?.sellerAccountId ?? null;
    if (!mark.startsWith(newMark) || sellerAccountId === null) return [];
    return [{ mark, sellerAccountId, openedAt: new Date(Math.min(...all.map(({ since }) => since))) }];
  });
}

/**
 * Returns the members of incidents, with the ids of those incidents that were just written. A new incident that was not
 * written, because none of its items has a new flip, has no members.
 */
const membersBy = (memberships: Memberships, ids: ReadonlyMap<string, string>): readonly Membership[] =>
  [...memberships].flatMap(([itemId, place]) => {
    const incidentId = place.startsWith(newMark) ? ids.get(place) : place;
    return incidentId === undefined ? [] : [{ itemId, incidentId }];
  });
