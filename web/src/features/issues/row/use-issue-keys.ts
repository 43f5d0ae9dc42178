import { useEffect, type RefObject } from 'react';
import { isForPage } from '../../../ui/hooks/single-key.ts';

/** The keys j and k move through the rows of all cards, except while typing or in a dialog. */
export function useIssueKeys(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const cards = root.current;
    if (!cards) return undefined;
    const walk = rowWalk(() => [...cards.querySelectorAll<HTMLElement>('[data-issue]')]);
    const handleFocus = ({ target }: FocusEvent) => walk.note(target instanceof Element ? target : null);
    const handleKeyDown = (event: KeyboardEvent) => {
      if (!isForPage(event)) return;
      if (event.key !== 'j' && event.key !== 'k') return;
      const row = walk.next(document.activeElement, event.key === 'j');
      row?.focus();
      row?.scrollIntoView({ block: 'nearest' });
      event.preventDefault();
    };
    cards.addEventListener('focusin', handleFocus);
    document.addEventListener('keydown', handleKeyDown);
    return () => {
      cards.removeEventListener('focusin', handleFocus);
      document.removeEventListener('keydown', handleKeyDown);
    };
  }, [root]);
}

interface Row {
  contains(element: Element | null): boolean;
}

/**
 * Walks through the rows from the one that has the focus, or that had it last: also by mouse, since an act by its
 * buttons may take the row away, and the focus with it.
 */
export function rowWalk<One extends Row>(rowsOf: () => readonly One[]) {
  let last = -1;
  const indexOf = (rows: readonly One[], element: Element | null) => rows.findIndex((row) => row.contains(element));
  return {
    note: (focused: Element | null): void => {
      const at = indexOf(rowsOf(), focused);
      if (at >= 0) last = at;
    },
    next: (focused: Element | null, isForward: boolean): One | undefined => {
      const rows = rowsOf();
      last = nextRow({ at: indexOf(rows, focused), last, count: rows.length, isForward });
      return rows[last];
    },
  };
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
