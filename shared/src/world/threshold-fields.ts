import type { WorldItem } from '../contract/world.ts';
import { itemStatus } from '../domain/issue-status.ts';

type Fields = Pick<WorldItem, 'alertThreshold' | 'hasIssue'>;

/** What section 3 gives an item whose settings hold an alert threshold; nothing for any other. */
export function thresholdFields({ settings, status }: Pick<WorldItem, 'settings' | 'status'>): Fields {
  const { alertThreshold } = settings;
  if (alertThreshold === undefined) return {};
  return {
    alertThreshold: typeof alertThreshold === 'number' ? alertThreshold : null,
    hasIssue: status === itemStatus.warning || status === itemStatus.alert,
  };
}
