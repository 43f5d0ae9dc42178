import { families } from '@app/shared/watchdogs/model/define.ts';
import { watchdogs } from '@app/shared/watchdogs/registry.ts';

/** The kinds in the order of the menu, family by family. */
export const watchdogsInOrder = families.flatMap((family) =>
  watchdogs.filter((watchdog) => watchdog.family === family),
);
