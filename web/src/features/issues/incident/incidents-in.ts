import type { Product, WorldItem } from '@app/shared/contract/world.ts';
import { isUnchecked } from '@app/shared/domain/issue-status.ts';
import { incidentSentence, membersInOrder } from '@app/shared/world/issues/incidents.ts';
import { compareRows, type Issue, type OpenIssues } from '@app/shared/world/issues/open-issues.ts';

/** Open issues that are worked off together: two or more, the cause first. */
export interface ShownIncident {
  readonly incidentId: string;
  readonly members: readonly Issue[];
  readonly sentence: string;
  /** The worst of the members. */
  readonly worst: Issue;
  readonly isOfOneProduct: boolean;
}

/**
 * The incidents of the shown products, worst first. The issue status is ignored, as for rows, so that a card stays where
 * it is when its issues are marked.
 */
export function incidentsIn(issues: OpenIssues, shown: ReadonlyMap<string, Product>): readonly ShownIncident[] {
  return [...membersByIncident(issues, shown)]
    .flatMap(([incidentId, members]) => incidentOf(incidentId, members))
    .toSorted((a, b) => compareRows(a.worst.item, b.worst.item));
}

/** The incidents among these issues, worst first, and then the other issues in their order. */
export function withIncidents(issues: readonly Issue[]): readonly (Issue | ShownIncident)[] {
  const { joined = [], single = [] } = Object.groupBy(issues, ({ item }) => (item.incident ? 'joined' : 'single'));
  const byIncident = Map.groupBy(joined, ({ item }) => item.incident?.incidentId ?? '');
  const incidents = [...byIncident].flatMap(([incidentId, members]) => incidentOf(incidentId, members));
  const alone = new Set([...byIncident.values()].filter(({ length }) => length === 1).flat());
  return [...incidents, ...(alone.size === 0 ? single : issues.filter((one) => !one.item.incident || alone.has(one)))];
}

function membersByIncident(issues: OpenIssues, shown: ReadonlyMap<string, Product>): ReadonlyMap<string, Issue[]> {
  const found = new Map<string, Issue[]>();
  for (const [productId, ofProduct] of issues) {
    for (const issue of ofProduct) {
      const { incident } = issue.item;
      if (!incident || !shown.has(productId)) continue;
      const members = found.get(incident.incidentId);
      if (members) members.push(issue);
      else found.set(incident.incidentId, [issue]);
    }
  }
  return found;
}

function incidentOf(incidentId: string, members: readonly Issue[]): readonly ShownIncident[] {
  const [first, second] = members;
  if (!first || !second) return [];
  const inOrder = membersInOrder(members);
  const worst = members.reduce((one, other) => (compareRows(other.item, one.item) < 0 ? other : one), first);
  const isOfOneProduct = members.every(({ item }) => item.productId === first.item.productId);
  return [{ incidentId, members: inOrder, sentence: incidentSentence(inOrder), worst, isOfOneProduct }];
}

/**
 * Returns the members that are marked as seen together: the new ones, so that issues in progress stay so; all members
 * if none is new.
 */
export function membersToSee<Member extends { readonly item: WorldItem | null }>(
  members: readonly Member[],
): readonly Member[] {
  const unchecked = members.filter(({ item }) => item && isUnchecked(item));
  return unchecked.length > 0 ? unchecked : members;
}
