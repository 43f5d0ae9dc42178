import { useSyncExternalStore } from 'react';
import { columnsOf } from './columns.ts';

function subscribe(listener: () => void): () => void {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
}

/** Columns for the window as it is; only a change of their number renders again. */
export const useColumns = (groups: number): number =>
  useSyncExternalStore(subscribe, () => columnsOf(groups, window.innerWidth));
