import { tabOf } from '@app/shared/domain/issue-status.ts';
import type { WorldItem } from '@app/shared/contract/world.ts';
import type { TriageTarget } from '../triage/Triage.tsx';

interface Place {
  /** The id of the issue of each row, in the order of the page; another word for a card whose rows are not drawn yet. */
  readonly ids: readonly string[];
  /** The index of the row at which the person was, -1 for none. */
  readonly at: number;
  /** The ids of the issues whose rows go. */
  readonly leaving: ReadonlySet<string>;
}

/** Returns the index of the row at which to go on: the same one, or else the next that stays; -1 if none does. */
export function rowAfter({ ids, at, leaving }: Place): number {
  if (at < 0) return -1;
  const next = ids.findIndex((id, index) => index >= at && !leaving.has(id));
  return next >= 0 ? next : ids.findLastIndex((id) => !leaving.has(id));
}

/** The ids of the selected issues whose rows leave their tab when their items change like this. */
export const leavingBy = (targets: readonly TriageTarget[], change: Partial<WorldItem>): ReadonlySet<string> =>
  new Set(
    targets.flatMap(({ watchDogId, item }) =>
      item && tabOf({ ...item, ...change }) !== tabOf(item) ? [watchDogId] : [],
    ),
  );

interface Act {
  readonly targets: readonly TriageTarget[];
  readonly leaving: ReadonlySet<string>;
}

/**
 * Called before an act by keyboard on the selected issues, which takes their bar away, and rows with it. If the focus
 * goes with them, it moves to the row at which to go on: near the row with the focus, or near the one selected last.
 */
export function goOn({ targets, leaving }: Act): void {
  const { activeElement } = document;
  // The keys of an incident's head change all its members, so that nobody is led there.
  const rows = [...document.querySelectorAll<HTMLElement>('[data-issue]:not(.incident__head)')];
  const ids = rows.map((row) => row.dataset['issue'] ?? '');
  const focused = rows.findIndex((row) => row.contains(activeElement));
  const isInBar = activeElement?.closest('.key-bar--selection') !== null;
  const isLost = activeElement === document.body || isInBar || leaving.has(ids[focused] ?? '');
  if (!isLost) return;
  const at = focused >= 0 ? focused : ids.lastIndexOf(targets.at(-1)?.watchDogId ?? '');
  const row = rows[rowAfter({ ids, at, leaving })];
  row?.focus();
  row?.scrollIntoView({ block: 'nearest' });
}
