import type { PictureShape } from '../world/catalogue/template.ts';
import type { Material } from './materials.ts';
import { gardenShapes } from './shapes-garden.ts';
import { homeShapes } from './shapes-home.ts';
import { kitchenShapes } from './shapes-kitchen.ts';
import { playShapes } from './shapes-play.ts';

/** One surface of a product, on a canvas of 100 by 100; the later ones lie above. */
export type Layer = readonly [material: Material, path: string];

export interface Silhouette {
  readonly layers: readonly Layer[];
  /** Turned around the middle, in degrees, shadow included. */
  readonly turn?: number;
}

export const silhouettes: Readonly<Record<PictureShape, Silhouette>> = {
  ...kitchenShapes,
  ...homeShapes,
  ...gardenShapes,
  ...playShapes,
};
