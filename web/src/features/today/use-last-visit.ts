import { useEffect, useState } from 'react';
import { storage } from '../../lib/browser/storage.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { parseVisits, visitsAfter, visitsText } from './last-visit.ts';

/** When the visit before this one ended; `null` at the first. Kept for each person who uses this browser. */
export function useLastVisit(userEmail: string): number | null {
  const key = `visit.${userEmail}`;
  const now = useNow();
  const [visits, setVisits] = useState(() => visitsAfter(parseVisits(storage.read(key)), now));
  // While the page stays open the visit goes on; one that was left open over night begins anew in the morning.
  if (now > visits.lastSeen && document.visibilityState === 'visible') setVisits(visitsAfter(visits, now));
  useEffect(() => storage.write(key, visitsText(visits)), [key, visits]);
  return visits.previous;
}
