import { severityOfStatus } from '@app/shared/base/severity.ts';
import { itemStatus } from '@app/shared/domain/issue-status.ts';
import type { Product, WorldItem } from '@app/shared/contract/world.ts';
import type { Level } from '../ui/signs/SeveritySign.tsx';

/** The level of an item's sign: a muted item is always shown as muted, and a stale one is never green. */
export function levelOf(item: Pick<WorldItem, 'status' | 'muted'> | null, isStale = false): Level {
  if (item?.muted) return 'muted';
  const level = severityOf(item?.status ?? itemStatus.ok);
  return level === 'ok' && isStale ? 'stale' : level;
}

export function severityOf(status: number): Level {
  return status === itemStatus.initializing ? 'starting' : severityOfStatus(status);
}

/** The short name if the owner has set one. */
export const nameOf = (product: Product): string => product.shortName ?? product.productName;
