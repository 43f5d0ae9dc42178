import type { Watchdog } from '@app/shared/watchdogs/model/define.ts';
import type { KindCounts } from '@app/shared/world/counts.ts';
import type { Product, WatchdogGroup } from '@app/shared/contract/world.ts';

/** What the card of a kind is drawn from. */
export interface CardProps {
  readonly watchdog: Watchdog;
  readonly group: WatchdogGroup;
  readonly counts: KindCounts;
  readonly shown: ReadonlyMap<string, Product>;
  readonly sellers: ReadonlyMap<string, string>;
  readonly staleAt: (product: Product) => string | undefined;
  readonly layout: 'wide' | 'compact';
  /** Whether there is so much that what is far from the window is not drawn. */
  readonly isLate: boolean;
  readonly onOpen: (productId: string) => void;
}
