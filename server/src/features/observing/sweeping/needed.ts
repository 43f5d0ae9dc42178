import { watchdogs } from '@app/shared/watchdogs/registry.ts';
import type { Source } from '../sources/source.ts';

/** True if a kind cannot judge without the aspects of the source. Aspects that kinds only consult may stay unknown. */
export const isNeeded = ({ aspects }: Pick<Source, 'aspects'>): boolean =>
  aspects.length === 0 || watchdogs.some(({ reads }) => reads.some((aspect) => aspects.includes(aspect)));
