/** The texts on a product page, which sellers or the marketplace can change. */
export interface Details {
  title: string;
  bullets: readonly string[];
  description: string;
  color: string;
  material: string;
  careInstructions: string;
  includedComponents: string;
}

/** Package dimensions and weight as measured in Amazon's warehouse. */
export interface PackageSize {
  /** The three sides in millimetres, longest first. */
  readonly sizesMm: readonly [number, number, number];
  readonly weightGrams: number;
}

/** The SP-API attribute name of each detail. */
export const attributeNames = {
  title: 'item_name',
  bullets: 'bullet_point',
  description: 'product_description',
  color: 'color',
  material: 'material',
  careInstructions: 'care_instructions',
  includedComponents: 'included_components',
} as const satisfies Record<keyof Details, string>;

export type DetailName = keyof typeof attributeNames;
export const detailNames = Object.keys(attributeNames) as readonly DetailName[];

const detailsOf = (holder: Details): Details => ({
  title: holder.title,
  bullets: holder.bullets,
  description: holder.description,
  color: holder.color,
  material: holder.material,
  careInstructions: holder.careInstructions,
  includedComponents: holder.includedComponents,
});

export const isUsual = (holder: Details, usual: Details): boolean =>
  JSON.stringify(detailsOf(holder)) === JSON.stringify(detailsOf(usual));
