import type { WorldItem } from '../contract/world.ts';
import { ownNumberOf } from '../watchdogs/model/item-id.ts';

/** The key of an item within its group: its product, or its own id for kinds whose items people create. */
export const itemKey = ({ watchDogId, productId }: Pick<WorldItem, 'watchDogId' | 'productId'>): string =>
  ownNumberOf(watchDogId) === null ? productId : watchDogId;
