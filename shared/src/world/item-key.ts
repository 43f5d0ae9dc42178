import type { WorldItem } from '../contract/world.ts';
import { parseItemId } from '../watchdogs/model/item-id.ts';

/** Under what a group holds an item: its product, or itself where people make several for a product. */
export const itemKey = ({ watchDogId, productId }: Pick<WorldItem, 'watchDogId' | 'productId'>): string =>
  (parseItemId(watchDogId)?.own ?? null) === null ? productId : watchDogId;
