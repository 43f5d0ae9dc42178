import { storage } from '../../lib/browser/storage.ts';

/**
 * The hints of section 2 of the specification, in the order in which they appear. `syncing` is a message of the
 * dashboard.
 */
export const hintIds = [
  'desktopnotif',
  'viewtype',
  'wdtabs',
  'issuestatus',
  'saleschrt',
  'dtntfy',
  'mainmenu',
] as const;
export type HintId = (typeof hintIds)[number];

/** Specification, section 4: dismissals are stored locally under this prefix. */
export const hintKey = (id: HintId): string => `onb.${id}`;

/** Whether there is a hint that the user of this browser has not dismissed. */
export const hasHintLeft = (): boolean => hintIds.some((id) => storage.read(hintKey(id)) === null);
