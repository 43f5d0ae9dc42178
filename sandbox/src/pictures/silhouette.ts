import type { Material } from './materials.ts';

/** One surface of a product, on a canvas of 100 by 100; the later ones lie above. */
export type Layer = readonly [material: Material, path: string];

export interface Silhouette {
  readonly layers: readonly Layer[];
  /** Turned around the middle, in degrees, shadow included. */
  readonly turn?: number;
}
