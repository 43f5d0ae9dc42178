import { useEffect } from 'react';
import { beacon } from '../../lib/browser/beacon.ts';
import type { FreshnessSummary } from '@app/shared/world/market-freshness.ts';
import type { Verdict } from '@app/shared/world/verdict.ts';

/** The light of the mark and the favicon: the worst unchecked level, or grey while something does not answer. */
export function useBeacon({ level }: Verdict, { stale }: FreshnessSummary): void {
  const quiet = stale.length > 0 ? 'stale' : 'none';
  const shown = level === 'alert' ? 'alert' : level === 'warning' ? 'warn' : quiet;
  useEffect(() => {
    beacon.set(shown);
    return () => beacon.set('none');
  }, [shown]);
}
