import { isProblem, itemStatus } from '@app/shared/domain/issue-status.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { nextWorldVersion } from '../../../lib/db/world-version.ts';
import { refreshDisplay } from '../../catalog/display-queries.ts';
import { gather } from '../weigh/gather.ts';
import { joinCauses, lockRelated } from '../weigh/join-causes.ts';
import {
  dropHeld,
  dropUntoldEnds,
  loadPast,
  loadSilentBeginnings,
  writeCalms,
  type PastFlip,
} from '../weigh/past-queries.ts';
import { writeMemberships, type RedItem } from '../weigh/related-queries.ts';
import { isEnd, weigh } from '../weigh/weigh.ts';
import { decide, type Decisions } from './decide.ts';
import type { FlipRow } from './flip.ts';
import { load, type Evaluation } from './load.ts';
import { clearAgain, insertFlips, writeItems, writeMemories } from './write-queries.ts';

interface JudgeBatch {
  readonly tenantId: string;
  readonly evaluations: readonly Evaluation[];
  /** Products whose card on the dashboard may have changed, even if no watchdog finds a change. */
  readonly displayProductIds: readonly string[];
  readonly at: Date;
  /** Divides every check period, and the time for which changes of one cause are gathered. */
  readonly speedup: number;
}

/**
 * Judges a batch of one tenant inside the caller's transaction: items, flips and deliveries are committed together with
 * the facts that caused them, or not at all. Returns the number of flips.
 */
export async function judge(tx: Tx, batch: JudgeBatch): Promise<number> {
  const loaded = await load(tx, batch);
  const decisions = decide(loaded, batch.at);
  await write(tx, batch, decisions);
  return decisions.flips.length;
}

/** Writes the decisions. Raises the version of the world only if the dashboard has something new to show. */
async function write(tx: Tx, batch: JudgeBatch, { shown, hidden, resting, flips }: Decisions): Promise<void> {
  const { tenantId, displayProductIds: productIds } = batch;
  const unshown = [
    ...(resting.length > 0 ? [clearAgain(tx, tenantId, { itemIds: resting, now: batch.at })] : []),
    ...(hidden.length > 0 ? [writeMemories(tx, tenantId, hidden)] : []),
  ];
  if (shown.length === 0 && productIds.length === 0) {
    await Promise.all(unshown);
    return;
  }
  const [relatives, version] = await Promise.all([
    lockRelated(tx, tenantId, flips),
    nextWorldVersion(tx, tenantId, { isQuiet: flips.length === 0 }),
    ...unshown,
  ]);
  const further = flips.filter(isFurther);
  const returned = further.filter(({ toStatus }) => toStatus !== itemStatus.ok).map(({ itemId }) => itemId);
  const writing = [
    productIds.length > 0 ? refreshDisplay(tx, { tenantId, productIds, version }) : null,
    shown.length > 0 ? writeItems(tx, { tenantId, version, changes: shown }) : null,
    returned.length > 0 ? dropUntoldEnds(tx, tenantId, { itemIds: returned, now: batch.at }) : null,
  ];
  // `loadPast` travels with the statements above and runs after them, because it has to see which ends were dropped.
  const loading =
    further.length > 0 ? loadPast(tx, tenantId, { itemIds: further.map(({ itemId }) => itemId), now: batch.at }) : [];
  const [past] = await Promise.all([loading, ...writing]);
  if (flips.length === 0) return;
  const beginnings = await loadOldBeginnings(tx, batch, { flips, past });
  await writeFlips(tx, { ...batch, version }, { found: flips, past: [...past, ...beginnings], relatives });
}

/** False for the first flip of an item: it has no former flips, and nothing has been sent about it. */
const isFurther = ({ revision }: FlipRow): boolean => revision > 1;

/** Returns the silent beginnings of the problems that end now and began before all flips that are known of them. */
async function loadOldBeginnings(
  tx: Tx,
  { tenantId, at: now }: JudgeBatch,
  { flips, past }: { readonly flips: readonly FlipRow[]; readonly past: readonly PastFlip[] },
): Promise<readonly PastFlip[]> {
  const known = new Set(
    past
      .filter(({ isSilent, fromStatus }) => !isSilent || !isProblem({ status: fromStatus }))
      .map((flip) => flip.itemId),
  );
  const itemIds = flips.filter((flip) => isEnd(flip) && !known.has(flip.itemId)).map(({ itemId }) => itemId);
  return itemIds.length === 0 ? [] : loadSilentBeginnings(tx, tenantId, { itemIds, now });
}

interface FoundFlips {
  readonly found: readonly FlipRow[];
  /** The earlier flips of the items with a new flip. */
  readonly past: readonly PastFlip[];
  readonly relatives: readonly RedItem[];
}

async function writeFlips(
  tx: Tx,
  batch: JudgeBatch & { readonly version: string },
  { found, past, relatives }: FoundFlips,
): Promise<void> {
  const { tenantId, version } = batch;
  const { flips: weighed, ended, calms } = weigh(found, { past, speedup: batch.speedup });
  if (ended.length > 0) await dropHeld(tx, tenantId, ended);
  if (calms.length > 0) await writeCalms(tx, tenantId, calms);
  const flips = await gather(tx, batch, weighed);
  const members = await joinCauses(tx, batch, { flips, relatives });
  await Promise.all([
    members.length > 0 ? writeMemberships(tx, tenantId, { members, version }) : null,
    insertFlips(tx, tenantId, flips),
  ]);
}
