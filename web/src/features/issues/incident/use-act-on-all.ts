import { useEffect, useMemo } from 'react';
import type { IssueStatus } from '@app/shared/domain/issue-status.ts';
import { watchdogOf } from '@app/shared/watchdogs/registry.ts';
import { whenIdle } from '../../../lib/browser/when-idle.ts';
import type { HomeModel } from '../../../world/home-model.ts';
import { nameOf } from '../../../world/level.ts';
import { useTriage, type TriageTarget } from '../triage/Triage.tsx';
import { membersToSee, type ShownIncident } from './incidents-in.ts';

/** Acts on all members of an incident, by one call and with one undo. */
export function useActOnAll(incident: ShownIncident, byId: HomeModel['byId']) {
  const triage = useTriage();
  useEffect(() => void whenIdle().then(() => targetsOf(incident, byId)), [incident, byId]);
  return useMemo(
    () => ({
      setAll: (status: IssueStatus) => triage.setAll(targetsOf(incident, byId), status),
      markSeen: () => triage.setAll(membersToSee(targetsOf(incident, byId)), 1),
      muteAll: (minutes: number) => triage.muteAll(targetsOf(incident, byId), minutes),
    }),
    [triage, incident, byId],
  );
}

const targets = new WeakMap<HomeModel['byId'], WeakMap<ShownIncident, readonly TriageTarget[]>>();

/** Returns the members as targets, cached because an incident may have thousands of members. */
function targetsOf(incident: ShownIncident, byId: HomeModel['byId']): readonly TriageTarget[] {
  const known = targets.get(byId) ?? new WeakMap<ShownIncident, readonly TriageTarget[]>();
  const made = known.get(incident) ?? incident.members.map((member) => targetOf(member, byId));
  targets.set(byId, known.set(incident, made));
  return made;
}

/** The name of a target is computed only when it is read: a message about many issues states only their number. */
const targetOf = ({ type, item }: ShownIncident['members'][number], byId: HomeModel['byId']): TriageTarget => ({
  watchDogId: item.watchDogId,
  item,
  get name() {
    const product = byId.get(item.productId);
    return [product && nameOf(product), watchdogOf(type)?.title ?? type].filter(Boolean).join(', ');
  },
});
