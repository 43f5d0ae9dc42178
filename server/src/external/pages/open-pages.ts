import type { Clock } from '../../lib/clock.ts';
import type { Random } from '../../lib/random.ts';
import { createKeepa } from './keepa.ts';
import type { PageProvider, RetailPages } from './pages.ts';
import { createRainforest } from './rainforest.ts';

interface PagesConfig {
  readonly provider: PageProvider;
  readonly url: string;
  readonly key: string;
}

const adapters = { rainforest: createRainforest, keepa: createKeepa } as const;

export const openPages = (
  { provider, url, key }: PagesConfig,
  ports: { readonly clock: Clock; readonly random: Random },
): RetailPages => adapters[provider]({ url, key, ...ports });
