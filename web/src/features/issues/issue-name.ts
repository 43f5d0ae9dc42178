import type { Product, WorldItem } from '@app/shared/contract/world.ts';
import type { Watchdog } from '@app/shared/watchdogs/model/define.ts';
import { nameOf } from '../../world/level.ts';

/**
 * Names an issue in labels and messages: "French press, Lost Buy Box". A product has an issue for each of its keywords,
 * which only the phrase tells apart.
 */
export const issueName = (product: Product, { title }: Pick<Watchdog, 'title'>, item: WorldItem | null): string =>
  [nameOf(product), item?.settings.keyword, title].filter(Boolean).join(', ');
