import type { Actor } from '../../../http/actor.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { listAlertRows, type AlertFilter, type AlertRow, type FlipKey } from './alert-queries.ts';
import { listLastingRows } from './lasting-issue-queries.ts';

interface OpenFilter extends Omit<AlertFilter, 'before' | 'isOpen'> {
  readonly now: Date;
  /** Limits the list to issues older than this one; `null` for all. */
  readonly before: FlipKey | null;
}

/** True for the id of a flip; the id of an item begins with a letter. */
export const isFlipId = (id: string): boolean => /^[0-9]/.test(id);

/**
 * Lists the open issues, newest first. Those whose flip is not kept any more come last, because they are older than
 * every flip.
 */
export async function listOpenRows(tx: Tx, actor: Actor, filter: OpenFilter): Promise<readonly AlertRow[]> {
  const { before, most } = filter;
  const isAmongFlips = before === null || isFlipId(before.flipId);
  const recent = isAmongFlips ? await listAlertRows(tx, actor, { ...filter, isOpen: true }) : [];
  if (recent.length === most || filter.event === 'healed') return recent;
  const after = isAmongFlips ? null : { at: before.at, itemId: before.flipId };
  return [...recent, ...(await listLastingRows(tx, actor, { ...filter, before: after, most: most - recent.length }))];
}
