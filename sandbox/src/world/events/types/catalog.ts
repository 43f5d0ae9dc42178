import * as z from 'zod/mini';
import { categories, type Category } from '../../catalogue/categories.ts';
import { setMainImage } from '../changes.ts';
import { eventType, refuseUnchanged } from '../event-type.ts';
import type { Product } from '../../model/product.ts';
import type { World } from '../../world.ts';

export const imageRemoved = eventType({
  schema: {},
  notifies: ['BRANDED_ITEM_CONTENT_CHANGE'],
  apply: ({ world, product }) => {
    refuseUnchanged(!product.hasMainImage, product, 'has no main image');
    setMainImage(world, product, false);
    return {};
  },
});

export const imageRestored = eventType({
  schema: {},
  notifies: ['BRANDED_ITEM_CONTENT_CHANGE'],
  undoes: 'imageRemoved',
  apply: ({ world, product }) => {
    refuseUnchanged(product.hasMainImage, product, 'has its main image');
    setMainImage(world, product, true);
    return {};
  },
});

/** Moves the product to another category. With a group or a product type, only the given field changes. */
export const categoryChanged = eventType({
  schema: {
    group: z.optional(z.string().check(z.minLength(1))),
    productType: z.optional(z.string().check(z.minLength(1))),
  },
  notifies: ['ITEM_PRODUCT_TYPE_CHANGE'],
  apply: ({ world, product }, { group, productType }) => {
    const before = placeOf(product);
    if (group === undefined && productType === undefined) moveToOtherCategory(product);
    if (group !== undefined) product.category = inGroup(product.category, group);
    if (productType !== undefined) product.productType = productType;
    refuseUnchanged(JSON.stringify(before) === JSON.stringify(placeOf(product)), product, 'is in that category');
    return announceCategory(world, product);
  },
});

export const categoryRestored = eventType({
  schema: {},
  notifies: ['ITEM_PRODUCT_TYPE_CHANGE'],
  undoes: 'categoryChanged',
  apply: ({ world, product }) => {
    const { category, productType } = product.usual;
    const isUsual = product.category === category && product.productType === productType;
    refuseUnchanged(isUsual, product, 'is in its usual category');
    product.category = category;
    product.productType = productType;
    return announceCategory(world, product);
  },
});

const placeOf = ({ category, productType }: Product) => [category.displayGroupTitle, category.title, productType];

function moveToOtherCategory(product: Product): void {
  const { displayGroup } = product.category;
  const others = Object.values<Category>(categories).filter((category) => category.displayGroup !== displayGroup);
  const [other = product.category] = others;
  product.category = other;
  product.productType = product.productType === 'HOME' ? 'KITCHEN' : 'HOME';
}

const inGroup = (category: Category, displayGroupTitle: string): Category => {
  const known = Object.values<Category>(categories).find((one) => one.displayGroupTitle === displayGroupTitle);
  const slug = displayGroupTitle.toLowerCase().replaceAll(/\W+/g, '_');
  const displayGroup = known?.displayGroup ?? `${slug}_display_on_website`;
  return { ...category, displayGroup, displayGroupTitle };
};

function announceCategory(world: World, product: Product): Record<string, unknown> {
  world.announce('productType', product);
  const { category, productType } = product;
  return { group: category.displayGroupTitle, category: category.title, productType };
}

/** Assigns another parent, by default one of the same seller if it has one. */
export const parentChanged = eventType({
  schema: { parentAsin: z.optional(z.string().check(z.regex(/^[A-Z0-9]{10}$/, 'must look like an ASIN'))) },
  notifies: [],
  apply: ({ world, product }, { parentAsin }) => {
    const from = product.parentAsin;
    const another = world.parents.find(
      ({ asin, marketplace, sellerId }) =>
        asin !== from && marketplace === product.marketplace && sellerId === product.sellerId,
    );
    const to = parentAsin ?? another?.asin ?? 'B0PARENT00';
    refuseUnchanged(from === to, product, `belongs to ${to}`);
    product.parentAsin = to;
    world.announce('catalog', product);
    return { from, to };
  },
});

export const parentRestored = eventType({
  schema: {},
  notifies: [],
  undoes: 'parentChanged',
  apply: ({ world, product }) => {
    const [from, to] = [product.parentAsin, product.usual.parentAsin];
    refuseUnchanged(from === to, product, `belongs to ${to}`);
    product.parentAsin = to;
    world.announce('catalog', product);
    return { from, to };
  },
});
