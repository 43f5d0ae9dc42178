import { group, item, product, world } from '@app/shared/testing/world-builders.ts';
import type { Product, WatchdogGroup, WorldItem } from '@app/shared/contract/world.ts';

/** Builders for tests, like those in shared/; an item's id is made from its product. */
export const buildProduct = (given: Partial<Product> = {}): Product => product(given.productId ?? '1', given);

export const buildItem = (given: Partial<WorldItem> = {}): WorldItem => item(`kind-${given.productId ?? '1'}`, given);

export const buildGroup = (items: readonly WorldItem[] = [], given: Partial<WatchdogGroup> = {}): WatchdogGroup =>
  group(items, given);

export const buildWorld = world;
