import { itemStatus } from '@app/shared/domain/issue-status.ts';
import type { Product, WorldItem } from '@app/shared/contract/world.ts';
import type { Level } from '../ui/signs/SeveritySign.tsx';

/** Which sign an item wears: a muted one says so whatever it found, and stale is never green. */
export function levelOf(item: Pick<WorldItem, 'status' | 'muted'> | null, isStale = false): Level {
  if (item?.muted) return 'muted';
  const level = severityOf(item?.status ?? itemStatus.ok);
  return level === 'ok' && isStale ? 'stale' : level;
}

export function severityOf(status: number): Level {
  if (status === itemStatus.alert) return 'alert';
  if (status === itemStatus.warning) return 'warn';
  return status === itemStatus.initializing ? 'starting' : 'ok';
}

/** The short name where the owner gave one. */
export const nameOf = (product: Product): string => product.shortName ?? product.productName;
