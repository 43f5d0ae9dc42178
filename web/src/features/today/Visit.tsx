import { createContext, useEffect, useState, type ReactNode } from 'react';
import { storage } from '../../lib/browser/storage.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { latestVisits, parseVisits, visitsAfter, visitsText } from './last-visit.ts';

/** The end of the previous visit in milliseconds since the epoch; `null` during the first visit. */
export const PreviousVisit = createContext<number | null>(null);

interface Props {
  readonly userEmail: string;
  readonly children: ReactNode;
}

/**
 * Keeps the visit of the user of this browser as long as the dashboard is open, also while a view is shown that does
 * not tell what is new.
 */
export function Visit({ userEmail, children }: Props) {
  return <PreviousVisit value={useLastVisit(userEmail)}>{children}</PreviousVisit>;
}

function useLastVisit(userEmail: string): number | null {
  const key = `visit.${userEmail}`;
  const now = useNow();
  const [visits, setVisits] = useState(() => visitsAfter(parseVisits(storage.read(key)), now));
  // An open page continues the visit; one that was left open overnight starts a new visit in the morning.
  if (now > visits.lastSeen && document.visibilityState === 'visible') {
    setVisits(visitsAfter(latestVisits(visits, parseVisits(storage.read(key))), now));
  }
  useEffect(() => storage.write(key, visitsText(visits)), [key, visits]);
  return visits.previous;
}
