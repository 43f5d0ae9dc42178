import type { Watchdog } from '@app/shared/watchdogs/model/define.ts';
import type { KindCounts } from '@app/shared/world/counts.ts';
import type { Product, WatchdogGroup } from '@app/shared/contract/world.ts';
import type { Staleness } from '../../../world/staleness.ts';

/** The properties of one kind's card. */
export interface CardProps {
  readonly watchdog: Watchdog;
  readonly group: WatchdogGroup;
  readonly counts: KindCounts;
  readonly shown: ReadonlyMap<string, Product>;
  readonly sellers: ReadonlyMap<string, string>;
  readonly stalenessOf: (product: Product) => Staleness;
  /** Whether the marketplace of one of the products is stale. */
  readonly hasStale: boolean;
  readonly layout: 'wide' | 'compact';
  /** Whether there are so many rows that those far from the window are not drawn. */
  readonly isLate: boolean;
  readonly onOpen: (productId: string) => void;
}
