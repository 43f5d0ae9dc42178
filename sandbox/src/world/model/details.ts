/** What a product's page says of it, as its sellers or the marketplace may change it. */
export interface Details {
  title: string;
  bullets: readonly string[];
  description: string;
  color: string;
  material: string;
  careInstructions: string;
  includedComponents: string;
}

/** The parcel as the marketplace's warehouse measured it. */
export interface PackageSize {
  /** Length, width and height in millimetres, longest first. */
  readonly sizesMm: readonly [number, number, number];
  readonly weightGrams: number;
}

/** The catalogue's attribute of each detail, by the name that the SP-API gives it. */
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

export const detailsOf = (holder: Details): Details => ({
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
