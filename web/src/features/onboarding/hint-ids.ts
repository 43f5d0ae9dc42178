/** Specification, section 2, in the order in which hints appear. `syncing` is the dashboard's own message. */
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
