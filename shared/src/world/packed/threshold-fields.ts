import type { WorldItem } from '../../contract/world.ts';
import { itemStatus } from '../../domain/issue-status.ts';

type Fields = Pick<WorldItem, 'alertThreshold' | 'hasIssue'>;

/**
 * Returns the fields that section 3 adds to an item whose settings contain an alert threshold; empty for other items.
 */
export function thresholdFields({ settings, status }: Pick<WorldItem, 'settings' | 'status'>): Fields {
  const { alertThreshold } = settings;
  if (alertThreshold === undefined) return {};
  return {
    alertThreshold: typeof alertThreshold === 'number' ? alertThreshold : null,
    hasIssue: status === itemStatus.warning || status === itemStatus.alert,
  };
}
