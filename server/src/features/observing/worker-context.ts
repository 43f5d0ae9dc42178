import type { Context } from '../../context.ts';
import type { Queue } from '../../lib/jobs/queue.ts';
import type { Marketplace } from '../../external/marketplace/marketplace.ts';
import type { JudgingFunctions } from './recording/observation.ts';
import type { Slots } from './quota/slots.ts';

/**
 * The context of observing: the marketplace is configured, and judging is passed in by the program that composes both.
 */
export interface ObservingContext extends Pick<
  Context,
  'config' | 'db' | 'clock' | 'random' | 'log' | 'keys' | 'pages' | 'advertising'
> {
  readonly marketplace: Marketplace;
  readonly judging: JudgingFunctions;
  readonly queue: Pick<Queue, 'send'>;
  /** The slots of this process, if their number is limited. */
  readonly slots?: Slots;
}
