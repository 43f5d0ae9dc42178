import { watchdogs } from '@app/shared/watchdogs/registry.ts';
import type { Source } from '../sources/source.ts';

/** Whether a kind cannot judge without what the source tells. What kinds only consult may stay unknown. */
export const isNeeded = ({ aspects }: Pick<Source, 'aspects'>): boolean =>
  aspects.length === 0 || watchdogs.some(({ reads }) => reads.some((aspect) => aspects.includes(aspect)));
