import type { Product } from '../../world/model/product.ts';

interface Size {
  readonly sizesMm: readonly [number, number, number];
  readonly weightGrams: number;
}

export const itemDimensions = (product: Product): unknown => dimensions(product);
export const packageDimensions = ({ packageSize }: Product): unknown => dimensions(packageSize);

function dimensions({ sizesMm, weightGrams }: Size): unknown {
  const [length, width, height] = sizesMm.map((size) => ({ unit: 'centimeters', value: Math.round(size) / 10 }));
  return { height, length, width, weight: { unit: 'kilograms', value: Math.round(weightGrams) / 1000 } };
}
