import { useMemo } from 'react';
import type { IssueStatus } from '@app/shared/domain/issue-status.ts';
import { watchdogOf } from '@app/shared/watchdogs/registry.ts';
import type { HomeModel } from '../../../world/home-model.ts';
import { nameOf } from '../../../world/level.ts';
import { useLater } from '../../../ui/hooks/use-after-paint.ts';
import { useTriage, type TriageTarget } from '../triage/Triage.tsx';
import type { ShownIncident } from './incidents-in.ts';

/**
 * Acts on all members of an incident, each by one call and with one undo. The page answers the press before the change,
 * which may be of thousands of issues.
 */
export function useActOnAll(incident: ShownIncident, byId: HomeModel['byId']) {
  const triage = useTriage();
  const later = useLater();
  return useMemo(
    () => ({
      setAll: (status: IssueStatus) => later(() => triage.setAll(targetsOf(incident, byId), status)),
      muteAll: (minutes: number) => later(() => triage.muteAll(targetsOf(incident, byId), minutes)),
    }),
    [triage, later, incident, byId],
  );
}

const targetsOf = ({ members }: ShownIncident, byId: HomeModel['byId']): readonly TriageTarget[] =>
  members.map(({ type, item }) => {
    const product = byId.get(item.productId);
    const title = watchdogOf(type)?.title ?? type;
    return { watchDogId: item.watchDogId, item, name: [product && nameOf(product), title].filter(Boolean).join(', ') };
  });
