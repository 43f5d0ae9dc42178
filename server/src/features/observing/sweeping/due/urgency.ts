import { sources } from '../../sources/registry.ts';
import { checkMinutes } from './pace.ts';

/**
 * The order of sweeps that are due since the same instant, as after a loss or a pause: the sources of the kinds that are
 * checked most often come first.
 */
export const sourcesByUrgency: readonly string[] = sources
  .toSorted((a, b) => checkMinutes(a) - checkMinutes(b))
  .map(({ name }) => name);
