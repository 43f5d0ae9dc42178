import type { Context } from '../../context.ts';
import type { Marketplace } from '../../external/marketplace/marketplace.ts';
import type { Judging } from './recording/observation.ts';
import type { Slots } from './quota/slots.ts';

/** What observing needs: a marketplace that is configured, and judging handed in by the program that composes both. */
export interface ObservingContext extends Pick<
  Context,
  'config' | 'db' | 'clock' | 'random' | 'log' | 'keys' | 'pages'
> {
  readonly marketplace: Marketplace;
  readonly judging: Judging;
  /** Those of this process, where there are only so many. */
  readonly slots?: Slots;
}
