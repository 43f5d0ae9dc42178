import { AppError } from '@app/shared/base/errors.ts';
import { itemStatus } from '@app/shared/domain/issue-status.ts';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/actor.ts';
import type { Tx } from '../../lib/db/db.ts';
import { nextWorldVersion } from '../../lib/db/world-version.ts';
import { insertIncidents } from '../judging/weigh/related-queries.ts';
import { findAccountOf, isIncidentVisible, joinItems, splitItems } from './incident-queries.ts';
import type { NamedItems } from './seen-queries.ts';
import { loadPresent, type TriageItem } from './named-items.ts';
import type { BulkAnswer } from './triage.ts';

interface IncidentChange extends NamedItems {
  /**
   * The incident to join. `new` joins the incident of one of the items, or else a new one; `none` splits each item off.
   */
  readonly incidentId: string;
}

/** Joins open issues to one incident, or splits them off. Repeating the call changes nothing. */
export const setIncident = (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  actor: Actor,
  { incidentId: wanted, ...named }: IncidentChange,
): Promise<BulkAnswer & { readonly incidentId?: string }> =>
  db.tenant(actor.tenantId, async (tx) => {
    const { items, leftOut } = await loadPresent(tx, actor, named);
    const open = items.filter(isOpen);
    if (wanted === 'none') {
      await split(tx, actor, open);
      return { leftOut };
    }
    const incidentId = await join(tx, actor, { open, wanted, at: clock.now() });
    return { leftOut, ...(incidentId !== null && { incidentId }) };
  });

const isOpen = ({ status }: TriageItem): boolean => status === itemStatus.warning || status === itemStatus.alert;

/** Returns the incident of which the items are members now; `null` if there was nothing to join. */
async function join(
  tx: Tx,
  actor: Actor,
  { open, wanted, at }: { readonly open: readonly TriageItem[]; readonly wanted: string; readonly at: Date },
): Promise<string | null> {
  const incidentId = wanted === 'new' ? await findCommonIncident(tx, actor, { open, at }) : wanted;
  if (incidentId === null) return null;
  // Any incident with a visible member may be joined, even if it contains issues of other seller accounts.
  if (wanted !== 'new' && !(await isIncidentVisible(tx, actor, incidentId))) throw new AppError('notFound');
  const joining = open.filter((item) => item.incidentId !== incidentId).map(({ itemId }) => itemId);
  if (joining.length === 0) return incidentId;
  const version = await nextWorldVersion(tx, actor.tenantId);
  await joinItems(tx, actor.tenantId, { itemIds: joining, incidentId, version });
  return incidentId;
}

async function split(tx: Tx, actor: Actor, open: readonly TriageItem[]): Promise<void> {
  const itemIds = open.filter(({ incidentId }) => incidentId !== null).map(({ itemId }) => itemId);
  if (itemIds.length === 0) return;
  const version = await nextWorldVersion(tx, actor.tenantId);
  await splitItems(tx, actor.tenantId, { itemIds, version });
}

/** Returns the incident that the items will share; `null` for fewer than two items, which have nothing to join. */
async function findCommonIncident(
  tx: Tx,
  actor: Actor,
  { open, at }: { readonly open: readonly TriageItem[]; readonly at: Date },
): Promise<string | null> {
  const known = open.find(({ incidentId }) => incidentId !== null)?.incidentId ?? null;
  const [first, second] = open;
  if (known !== null || !first || !second) return second ? known : null;
  const sellerAccountId = await findAccountOf(tx, actor.tenantId, first.productId);
  if (sellerAccountId === null) return null;
  const [written] = await insertIncidents(tx, actor.tenantId, { incidents: [{ sellerAccountId, openedAt: at }], at });
  return written?.incidentId ?? null;
}
