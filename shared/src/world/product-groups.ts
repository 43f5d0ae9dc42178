import type { Product, WorldAnswer } from '../contract/world.ts';

type GroupedProduct = Pick<Product, 'productGroupId' | 'marketplace'>;

/** The key contains the marketplace, because the same parent ASIN in another marketplace is a different group. */
const groupKey = ({ productGroupId, marketplace }: GroupedProduct): string | null =>
  productGroupId === null ? null : `${marketplace} ${productGroupId}`;

/** Returns the groups whose members a delta may have changed. */
export function groupsTouched(before: readonly Product[], delta: WorldAnswer): ReadonlySet<string> {
  const changed = new Set([...delta.removedProductIds, ...delta.products.map((product) => product.productId)]);
  const touched = [...before.filter((product) => changed.has(product.productId)), ...delta.products];
  return new Set(touched.flatMap((product) => groupKey(product) ?? []));
}

/**
 * Updates the members of these groups in their products. Products whose members are unchanged stay the same objects.
 */
export function regroup(products: readonly Product[], groups: ReadonlySet<string>): Product[] {
  const members = membersOf(products);
  return products.map((product) => {
    const key = groupKey(product);
    if (key === null || !groups.has(key)) return product;
    const ids = members.get(key) ?? [];
    const known = product.productGroupProductIds;
    const isSame = known.length === ids.length && known.every((id, index) => id === ids[index]);
    return isSame ? product : { ...product, productGroupProductIds: [...ids] };
  });
}

type Member = GroupedProduct & Pick<Product, 'productId'>;

/** The ids of the products of each group, in the order of the products. */
function membersOf(products: readonly Member[]): ReadonlyMap<string, readonly string[]> {
  const members = new Map<string, string[]>();
  for (const product of products) {
    const key = groupKey(product);
    if (key === null) continue;
    const known = members.get(key);
    if (known) known.push(product.productId);
    else members.set(key, [product.productId]);
  }
  for (const ids of members.values()) ids.sort((a, b) => Number(a) - Number(b));
  return members;
}

/** Returns a function that lists the products with the same parent. */
export function groupMembersOf(products: readonly Member[]): (product: Member) => readonly string[] {
  const members = membersOf(products);
  return (product) => {
    const key = groupKey(product);
    return key === null ? [] : (members.get(key) ?? []);
  };
}
