import type { Product } from '../../world/model/product.ts';
import type { World } from '../../world/world.ts';
import { pictureLink, turned } from '../noise.ts';

/** Every picture in two sizes; the main one only while the page has it. */
export function catalogImages(world: World, product: Product): unknown[] {
  const large = { link: pictureLink(world, product, 500), height: 500, width: 500 };
  const small = { link: pictureLink(world, product, 75), height: 75, width: 75 };
  const variants = product.hasMainImage ? ['MAIN', 'PT01'] : ['PT01'];
  const images = variants.flatMap((variant) => [
    { variant, ...large },
    { variant, ...small },
  ]);
  return turned(product, 'images', images);
}
