import type { Tx } from '../../../lib/db/db.ts';
import type { GatheredFlip } from './gather.ts';
import { insertIncidents, lockRelatives, type Membership, type NewIncident, type RedItem } from './related-queries.ts';
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
  { flips, relatives }: Known,
): Promise<readonly Membership[]> {
  const memberships = relate(flips, relatives);
  const marks = [...new Set(memberships.values())].filter((place) => place.startsWith(newMark));
  if (marks.length === 0) return membersBy(memberships, new Map());
  const incidents = marks.map((mark) => incidentFor(mark, memberships, { flips, relatives }));
  // New incidents that are equal in all that is known of them may be given to any of their marks.
  const written = Map.groupBy(await insertIncidents(tx, tenantId, { incidents, at }), textOf);
  const ids = incidents.map(({ mark, ...one }) => [mark, written.get(textOf(one))?.pop()?.incidentId ?? ''] as const);
  return membersBy(memberships, new Map(ids));
}

interface Known {
  readonly flips: readonly GatheredFlip[];
  readonly relatives: readonly RedItem[];
}

const textOf = ({ sellerAccountId, openedAt }: NewIncident): string => `${sellerAccountId} ${openedAt.getTime()}`;

/** The incident of a mark: all its members are of one product, of which there is a flip. */
function incidentFor(mark: string, memberships: Memberships, { flips, relatives }: Known) {
  const isMember = ({ itemId }: { readonly itemId: string }): boolean => memberships.get(itemId) === mark;
  const times = [
    ...relatives.filter(isMember).map(({ redSince }) => redSince.getTime()),
    ...flips.filter(isMember).map(({ at }) => at.getTime()),
  ];
  const { sellerAccountId = '' } = flips.find(isMember) ?? {};
  return { mark, sellerAccountId, openedAt: new Date(Math.min(...times)) };
}

const membersBy = (memberships: Memberships, ids: ReadonlyMap<string, string>): readonly Membership[] =>
  [...memberships].map(([itemId, place]) => ({ itemId, incidentId: ids.get(place) ?? place }));
