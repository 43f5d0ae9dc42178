import type { Product, WorldAnswer } from '../contract/world.ts';

type Grouped = Pick<Product, 'productGroupId' | 'marketplace'>;

/** A parent of the same name in another marketplace is another one. */
const groupKey = ({ productGroupId, marketplace }: Grouped): string | null =>
  productGroupId === null ? null : `${marketplace} ${productGroupId}`;

/** The groups whose members may be others after a delta. */
export function groupsTouched(before: readonly Product[], delta: WorldAnswer): ReadonlySet<string> {
  const changed = new Set([...delta.removedProductIds, ...delta.products.map((product) => product.productId)]);
  const touched = [...before.filter((product) => changed.has(product.productId)), ...delta.products];
  return new Set(touched.flatMap((product) => groupKey(product) ?? []));
}

/** The products with the members of these groups as they are now; what did not change stays the same object. */
export function regrouped(products: readonly Product[], groups: ReadonlySet<string>): Product[] {
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

type Member = Grouped & Pick<Product, 'productId'>;

/** Ids of the products of each group, in their order. */
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

/** Who shares the parent of each of these products. */
export function groupMembersOf(products: readonly Member[]): (product: Member) => readonly string[] {
  const members = membersOf(products);
  return (product) => {
    const key = groupKey(product);
    return key === null ? [] : (members.get(key) ?? []);
  };
}
