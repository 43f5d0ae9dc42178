import { useMemo, useState } from 'react';
import type { HomeModel } from '../../../world/home-model.ts';
import { useAfterPaint } from '../../../ui/hooks/use-after-paint.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { IncidentCard } from './IncidentCard.tsx';
import { incidentsIn } from './incidents-in.ts';
import './incident.css';
import { formatCount } from '@app/shared/base/format-count.ts';

interface Props {
  readonly model: HomeModel;
  readonly onOpen: (productId: string) => void;
}

/** The number of cards at first, and the number that each press of the button adds. */
const shownAtFirst = 3;
const shownWithEach = 10;

/** One card for each incident, above the cards of the watchdogs, which list each of the issues as well. */
export function IncidentCards({ model, onOpen }: Props) {
  // The rows of the watchdogs change immediately; the incidents follow, because one may have thousands of members.
  const { issues, shown } = useAfterPaint(model);
  const incidents = useMemo(() => incidentsIn(issues, shown), [issues, shown]);
  const [most, setMost] = useState(shownAtFirst);
  const rest = incidents.length - most;
  return (
    <>
      {incidents.slice(0, most).map((incident) => (
        <IncidentCard key={incident.incidentId} incident={incident} model={model} onOpen={onOpen} />
      ))}
      {rest > 0 && (
        <p className="incidents-more">
          <Button size="sm" variant="ghost" onClick={() => setMost(most + shownWithEach)}>
            Show {Math.min(rest, shownWithEach)} more of {formatCount(incidents.length)} incidents
          </Button>
        </p>
      )}
    </>
  );
}
