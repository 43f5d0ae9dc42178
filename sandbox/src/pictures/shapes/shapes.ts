import type { PictureShape } from '../../world/catalogue/template.ts';
import { gardenShapes } from './garden.ts';
import { homeShapes } from './home.ts';
import { householdShapes } from './household.ts';
import { kitchenShapes } from './kitchen.ts';
import { playShapes } from './play.ts';
import { tableShapes } from './table.ts';
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
