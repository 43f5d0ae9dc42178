import { useEffect, useRef, type RefObject } from 'react';
import { isForPage } from '../../../ui/hooks/single-key.ts';

/** The keys j and k move through the rows of all cards, except while typing or in a dialog. */
export function useIssueKeys(root: RefObject<HTMLElement | null>): void {
  const last = useRef(-1);
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      if (!isForPage(event)) return;
      if (event.key !== 'j' && event.key !== 'k') return;
      const rows = [...(root.current?.querySelectorAll<HTMLElement>('[data-issue]') ?? [])];
      const at = rows.findIndex((row) => row.contains(document.activeElement));
      last.current = nextRow({ at, last: last.current, count: rows.length, isForward: event.key === 'j' });
      rows[last.current]?.focus();
      rows[last.current]?.scrollIntoView({ block: 'nearest' });
      event.preventDefault();
    };
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, [root]);
}

interface Place {
  /** The index of the focused row, -1 for none. */
  readonly at: number;
  /**
   * The index of the row that was focused last. When that row was marked done and disappeared, the next row has its
   * index.
   */
  readonly last: number;
  readonly count: number;
  readonly isForward: boolean;
}

export function nextRow({ at, last, count, isForward }: Place): number {
  if (at >= 0) return Math.min(Math.max(at + (isForward ? 1 : -1), 0), count - 1);
  const place = isForward ? Math.max(last, 0) : Math.max(last - 1, 0);
  return Math.min(place, count - 1);
}
