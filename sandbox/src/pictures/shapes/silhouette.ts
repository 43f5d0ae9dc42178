import type { Material } from './materials.ts';

/** One surface of a product on a 100 × 100 canvas; later layers are drawn above earlier ones. */
type Layer = readonly [material: Material, path: string];

export interface Silhouette {
  readonly layers: readonly Layer[];
  /** Rotation of the whole drawing around the centre, in degrees. */
  readonly turn?: number;
}
