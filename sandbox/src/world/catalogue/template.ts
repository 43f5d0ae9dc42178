import type { CategoryKey } from './categories.ts';

/** The kind of thing shown in a product picture; `pictures/shapes/` contains the drawings. */
export type PictureShape =
  | 'bottle'
  | 'pan'
  | 'pot'
  | 'kettle'
  | 'press'
  | 'board'
  | 'jar'
  | 'mug'
  | 'lunchbox'
  | 'knife'
  | 'lamp'
  | 'lantern'
  | 'candle'
  | 'cushion'
  | 'towel'
  | 'basket'
  | 'box'
  | 'tray'
  | 'planter'
  | 'wateringCan'
  | 'trowel'
  | 'birdhouse'
  | 'toy'
  | 'puzzle'
  | 'ball'
  | 'clock'
  | 'brush'
  | 'notebook';

/** One article of a seller's range with two variants; each variant becomes an ASIN. */
export interface Template {
  readonly brand: string;
  /** The title; `{}` is replaced by the variant. */
  readonly title: string;
  readonly titleDe?: string;
  readonly productType: string;
  readonly shape: PictureShape;
  readonly category: CategoryKey;
  /** Price in the currency of the seller's home marketplace. */
  readonly price: number;
  readonly variants: readonly [string, string];
}

type Row = readonly [
  shape: PictureShape,
  category: CategoryKey,
  productType: string,
  price: number,
  variants: readonly [string, string],
  title: string,
  titleDe?: string,
];

export const rangeOf = (brand: string, rows: readonly Row[]): Template[] =>
  rows.map(([shape, category, productType, price, variants, title, titleDe]) => ({
    brand,
    title: `${brand} ${title}`,
    productType,
    shape,
    category,
    price,
    variants,
    ...(titleDe === undefined ? {} : { titleDe: `${brand} ${titleDe}` }),
  }));
