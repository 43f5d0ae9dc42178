import * as z from 'zod/mini';
import { attributeNames, detailNames, isUsual, type DetailName, type Details } from '../../model/details.ts';
import { EventError, eventType, refuseUnchanged } from '../event-type.ts';
import type { Parent } from '../../model/parent.ts';
import type { Product } from '../../model/product.ts';
import type { World } from '../../world.ts';

/** The sandbox's or the SP-API's name of an attribute: `title` or `item_name`. */
const attribute = z.optional(z.string());
const value = z.optional(z.string());

/** Changes an attribute, by default the title; without a value a suffix is added or removed. */
export const detailsChanged = eventType({
  schema: { attribute, value },
  notifies: ['BRANDED_ITEM_CONTENT_CHANGE'],
  apply: ({ world, product }, request) => {
    const change = changeDetail(product, product, request);
    world.announce('content', product);
    return change;
  },
});

export const detailsRestored = eventType({
  schema: {},
  notifies: ['BRANDED_ITEM_CONTENT_CHANGE'],
  undoes: 'detailsChanged',
  apply: ({ world, product }) => {
    restoreDetails(product, product, product.usual.details);
    world.announce('content', product);
    return { title: product.title };
  },
});

export const parentDetailsChanged = eventType({
  schema: { attribute, value },
  notifies: [],
  apply: ({ world, product }, request) => {
    const parent = parentOf(world, product);
    const change = changeDetail(product, parent, request);
    world.announce('parent', product);
    return { parentAsin: parent.asin, ...change };
  },
});

export const parentDetailsRestored = eventType({
  schema: {},
  notifies: [],
  undoes: 'parentDetailsChanged',
  apply: ({ world, product }) => {
    const parent = parentOf(world, product);
    restoreDetails(product, parent, parent.usual.details);
    world.announce('parent', product);
    return { parentAsin: parent.asin, title: parent.title };
  },
});

/** Factor for the package's size and weight, large enough to justify another FBA fee. */
const growth = 1.2;

export const packageChanged = eventType({
  schema: {},
  notifies: [],
  apply: ({ world, product }) => {
    const { sizesMm, weightGrams } = product.usual.packageSize;
    refuseUnchanged(product.packageSize !== product.usual.packageSize, product, 'has another package');
    const [longest, middle, shortest] = sizesMm;
    product.packageSize = {
      sizesMm: [Math.round(longest * growth), middle, shortest],
      weightGrams: Math.round(weightGrams * growth),
    };
    world.announce('catalog', product);
    return { ...product.packageSize };
  },
});

export const packageRestored = eventType({
  schema: {},
  notifies: [],
  undoes: 'packageChanged',
  apply: ({ world, product }) => {
    refuseUnchanged(product.packageSize === product.usual.packageSize, product, 'has its usual package');
    product.packageSize = product.usual.packageSize;
    world.announce('catalog', product);
    return { ...product.packageSize };
  },
});

function parentOf(world: World, product: Product): Parent {
  const parent = world.findParent(product.parentAsin, product.marketplace);
  if (!parent) throw new EventError(`The parent ${product.parentAsin} of ${product.asin} does not exist in this world`);
  return parent;
}

interface DetailChangeRequest {
  readonly attribute?: string | undefined;
  readonly value?: string | undefined;
}

function changeDetail(product: Product, holder: Details, request: DetailChangeRequest): Record<string, unknown> {
  const name = nameOf(request.attribute ?? 'title');
  const from = textOf(holder, name);
  const to = request.value ?? toggleSuffix(from);
  refuseUnchanged(from === to, product, `says "${to}"`);
  if (name === 'bullets') holder.bullets = to.split('\n');
  else holder[name] = to;
  return { attribute: attributeNames[name], from, to };
}

function nameOf(wanted: string): DetailName {
  const name = detailNames.find((known) => known === wanted || attributeNames[known] === wanted);
  if (name) return name;
  throw new EventError(`Unknown attribute ${wanted}; known are ${Object.values(attributeNames).join(', ')}`);
}

const textOf = (holder: Details, name: DetailName): string =>
  name === 'bullets' ? holder.bullets.join('\n') : holder[name];

const suffix = ' (New Version)';
const toggleSuffix = (text: string): string => (text.endsWith(suffix) ? text.slice(0, -suffix.length) : text + suffix);

function restoreDetails(product: Product, holder: Details, usual: Details): void {
  refuseUnchanged(isUsual(holder, usual), product, 'has its usual details');
  Object.assign(holder, usual);
}
