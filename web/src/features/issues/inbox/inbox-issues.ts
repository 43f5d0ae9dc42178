import { groupStatus, tabOf } from '@app/shared/domain/issue-status.ts';
import type { Product, WorldAnswer } from '@app/shared/contract/world.ts';
import { compareRows, type Issue } from '@app/shared/world/issues/open-issues.ts';

export type InboxTab = 'open' | 'muted' | 'done';

interface Sources {
  readonly watchDogs: WorldAnswer['watchDogs'];
  readonly shown: ReadonlyMap<string, Product>;
}

/** The issues of each tab of the inbox, worst first. Preview and hidden kinds are left out. */
export function inboxIssues({ watchDogs, shown }: Sources): Readonly<Record<InboxTab, readonly Issue[]>> {
  const found: Record<InboxTab, Issue[]> = { open: [], muted: [], done: [] };
  for (const [type, group] of Object.entries(watchDogs)) {
    if (group.status === groupStatus.preview || group.status === groupStatus.hidden) continue;
    for (const item of Object.values(group.items)) {
      const tab = tabOf(item);
      if (tab === 'ok' || !shown.has(item.productId)) continue;
      found[tab === 'red' ? 'open' : item.muted ? 'muted' : 'done'].push({ type, item });
    }
  }
  for (const issues of Object.values(found)) issues.sort((a, b) => compareRows(a.item, b.item));
  return found;
}
