import { hourMs } from '@app/shared/base/time.ts';
import { itemStatus } from '@app/shared/domain/issue-status.ts';
import { causesOf, compareByCause, hasRelations, mayCause } from '@app/shared/watchdogs/causes.ts';
import { watchdogOf } from '@app/shared/watchdogs/registry.ts';
import type { GatheredFlip } from './gather.ts';
import type { RedItem } from './related-queries.ts';

/**
 * A problem that is seen up to this long after its consequence still counts as the cause, because sources run at
 * different times.
 */
const latestCauseMs = 2 * hourMs;

/** By item: the id of the incident of which it becomes a member, or the mark of a new incident. */
export type Memberships = ReadonlyMap<string, string>;

/** The beginning of the mark of an incident that has to be written and has no id yet. */
export const newMark = 'new ';

/** True if the flip opens an issue or changes an open one. */
const isRed = ({ toStatus }: Pick<GatheredFlip, 'toStatus'>): boolean => toStatus !== itemStatus.ok;

/** True if other issues of the product may be causes or consequences of this flip. */
export const mayBeRelated = (flip: Pick<GatheredFlip, 'toStatus' | 'type'>): boolean =>
  isRed(flip) && hasRelations(flip.type);

/**
 * Finds the incidents of red items. An item joins the incident of its nearest cause of the same product. A cause that
 * is seen a little later takes its consequences into its incident, and all members of their incident with them. An item
 * without a cause belongs to the incident of many products that has gathered it, if there is one. Items that have no
 * incident are left out.
 */
export function relate(flips: readonly GatheredFlip[], relatives: readonly RedItem[]): Memberships {
  const knownOf = Map.groupBy(relatives, ({ productId }) => productId);
  const newsOf = Map.groupBy(flips.filter(isRed), ({ productId }) => productId);
  return new Map(
    [...newsOf].flatMap(([productId, news]) => [...relateProduct(news.map(asNews), knownOf.get(productId) ?? [])]),
  );
}

interface News extends RedItem {
  readonly massIncidentId: string | null;
}

const asNews = ({ memberOf, at, ...flip }: GatheredFlip): News => ({ ...flip, incidentId: memberOf, redSince: at });

function relateProduct(news: readonly News[], known: readonly RedItem[]): Memberships {
  const places = new Map<string, string>();
  const placeOf = (item: RedItem): string | null => places.get(item.itemId) ?? item.incidentId;
  const placeFor = (item: RedItem): string => {
    const place = placeOf(item) ?? `${newMark}${item.itemId}`;
    places.set(item.itemId, place);
    return place;
  };
  for (const item of news.toSorted((a, b) => compareByCause(a.type, b.type))) {
    if (item.incidentId !== null) continue;
    const causes = [...news, ...known].filter((other) => isCause(other, item) && mayJoin(item, placeOf(other)));
    const [nearest] = causes.toSorted((a, b) => compareNearness(item, a, b));
    if (nearest) places.set(item.itemId, placeFor(nearest));
    else if (item.massIncidentId !== null && mayJoin(item, item.massIncidentId)) {
      places.set(item.itemId, item.massIncidentId);
    }
  }
  for (const cause of news) {
    for (const consequence of known.filter((other) => isCause(cause, other))) {
      const [from, to] = [placeOf(consequence), placeFor(cause)];
      const moved = [...news, ...known].filter(
        (other) => other === consequence || (from !== null && placeOf(other) === from),
      );
      for (const item of moved) if (mayJoin(item, to)) places.set(item.itemId, to);
    }
  }
  return places;
}

/** False if a user has split the item from that incident: then the item does not join it again. */
const mayJoin = ({ apartFrom }: RedItem, incidentId: string | null): boolean =>
  incidentId === null || incidentId !== apartFrom;

/**
 * The item with the later time may be stored first: a judgement keeps the time at which it began to wait for the lock of
 * the product.
 */
function isCause(cause: RedItem, item: RedItem): boolean {
  const age = item.redSince.getTime() - cause.redSince.getTime();
  const withinMs = (watchdogOf(item.type)?.causedBy?.withinHours ?? 0) * hourMs;
  return causesOf(item.type).has(cause.type) && mayCause(cause) && age >= -latestCauseMs && age <= withinMs;
}

/** Orders causes of an item: the nearest kind first, then the newest problem. */
function compareNearness(item: RedItem, a: RedItem, b: RedItem): number {
  const places = causesOf(item.type);
  return (places.get(a.type) ?? 0) - (places.get(b.type) ?? 0) || b.redSince.getTime() - a.redSince.getTime();
}
