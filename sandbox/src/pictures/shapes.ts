import type { PictureShape } from '../world/catalogue/template.ts';
import { gardenShapes } from './shapes-garden.ts';
import { homeShapes } from './shapes-home.ts';
import { householdShapes } from './shapes-household.ts';
import { kitchenShapes } from './shapes-kitchen.ts';
import { playShapes } from './shapes-play.ts';
import { tableShapes } from './shapes-table.ts';
import type { Silhouette } from './silhouette.ts';

/** The silhouette of every product shape. */
export const silhouettes: Readonly<Record<PictureShape, Silhouette>> = {
  ...kitchenShapes,
  ...tableShapes,
  ...homeShapes,
  ...householdShapes,
  ...gardenShapes,
  ...playShapes,
};
