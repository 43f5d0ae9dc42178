/** Specification, section 2: columns of the card grid by the number of product groups and the window's width. */
export function columnsOf(groups: number, windowWidth: number): number {
  // On a desktop at 200 % zoom three cards would be narrower than their buttons.
  if (windowWidth <= 767) return 2;
  if (groups > 4) return windowWidth > 1320 ? 5 : 4;
  if (groups === 4) return windowWidth > 1220 ? 4 : 3;
  return windowWidth > 1440 ? 4 : 3;
}

interface GroupedProduct {
  readonly productId: string;
  readonly productGroupId: string | null;
}

/** The number of groups; a product without one is a group of its own. Counting stops at `enough`. */
export function countGroups(products: readonly GroupedProduct[], enough = 5): number {
  const groups = new Set<string>();
  for (const product of products) {
    groups.add(product.productGroupId ?? `product ${product.productId}`);
    if (groups.size >= enough) return groups.size;
  }
  return groups.size;
}
