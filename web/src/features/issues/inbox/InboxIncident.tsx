import { useState } from 'react';
import type { HomeModel } from '../../../world/home-model.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { IncidentActions } from '../incident/IncidentActions.tsx';
import type { ShownIncident } from '../incident/incidents-in.ts';
import { InboxRow } from './InboxRow.tsx';
import { formatCount } from '@app/shared/base/format-count.ts';

interface Props {
  readonly incident: ShownIncident;
  readonly model: HomeModel;
  readonly onOpen: (productId: string) => void;
}

/** The number of members that each press of the button adds. */
const rowsWithEach = 20;

/** An incident in the inbox: its cause, and its consequences once the user opens them. */
export function InboxIncident({ incident, model, onOpen }: Props) {
  const [isMuteOpen, setMuteOpen] = useState(false);
  const [most, setMost] = useState(1);
  const { members, sentence } = incident;
  const rest = members.length - most;
  return (
    <section className="inbox__incident" aria-label={sentence}>
      <header className="inbox__cause">
        <h2>{sentence}</h2>
        <IncidentActions incident={incident} byId={model.byId} isMuteOpen={isMuteOpen} onMuteOpenChange={setMuteOpen} />
      </header>
      {members.slice(0, most).map((issue) => (
        <InboxRow key={issue.item.watchDogId} issue={issue} model={model} onOpen={onOpen} isMember />
      ))}
      {rest > 0 && (
        <Button variant="ghost" onClick={() => setMost(most + rowsWithEach)}>
          and {formatCount(rest)} more
        </Button>
      )}
    </section>
  );
}
