import { dayAt } from '@app/shared/base/marketplace-day.ts';
import { marketplace } from '@app/shared/base/marketplaces.ts';
import type { Db } from '../../lib/db/db.ts';
import { nextWorldVersion } from '../../lib/db/world-version.ts';
import { insertRanks, lockMovedAverages, setAverages } from './rank-queries.ts';

interface RankSamples {
  readonly tenantId: string;
  readonly marketplace: string;
  readonly at: Date;
  /** Best-seller ranks; 0 for a product without one. */
  readonly ranks: readonly { readonly productId: string; readonly rank: number }[];
}

/**
 * Stores one sample per product and hour. The shown average rank is computed at the first sample of an hour, and raises
 * the version of the world only if it moved by more than one percent, since ranks drift all day.
 */
export async function recordRanks(db: Db, { tenantId, marketplace: code, at, ...told }: RankSamples): Promise<void> {
  // One statement cannot write a row twice, and an answer may contain a product twice.
  const ranks = [...new Map(told.ranks.map((one) => [one.productId, one])).values()];
  if (ranks.length === 0) return;
  const [day, hour] = [dayAt(code, at), hourAt(code, at)];
  const known = sampledIn(`${tenantId} ${code}`, `${day} ${hour}`);
  if (ranks.every((one) => known.has(one.productId) || known.has(nameOf(one)))) return;
  await db.tenant(tenantId, async (tx) => {
    const productIds = await insertRanks(tx, tenantId, { day, hour, ranks });
    if (productIds.length === 0) return;
    const moved = await lockMovedAverages(tx, tenantId, { day, hour, productIds });
    if (moved.length === 0) return;
    const version = await nextWorldVersion(tx, tenantId, { isQuiet: true });
    await setAverages(tx, tenantId, { averages: moved, version });
  });
  for (const one of ranks) known.add(nameOf(one));
}

/**
 * The key of a sample. A sample without a rank has another key, so that a rank later in the same hour is still stored.
 */
const nameOf = ({ productId, rank }: RankSamples['ranks'][number]): string =>
  rank > 0 ? productId : `${productId} none`;

const sampled = new Map<string, { readonly hour: string; readonly productIds: Set<string> }>();

/**
 * Returns the products that this process has sampled in this hour. Ranks are observed more often than they are stored.
 */
function sampledIn(place: string, hour: string): Set<string> {
  const known = sampled.get(place);
  if (known?.hour === hour) return known.productIds;
  const productIds = new Set<string>();
  sampled.set(place, { hour, productIds });
  return productIds;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the hour of the marketplace, 0 to 23. An hour that comes twice in autumn keeps its first sample. */
export function hourAt(code: string, at: Date): number {
  const { timeZone } = marketplace(code);
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' });
  formats.set(timeZone, format);
  return Number(format.format(at));
}
