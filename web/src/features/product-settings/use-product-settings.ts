import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ProductSettingsReply } from '@app/shared/contract/product-settings.ts';
import { useFailed, type Failed } from '../../lib/http/kept-failure.ts';
import { useAfterPaint } from '../../ui/hooks/use-after-paint.ts';
import { firstProductsQuery, productSettingsQuery } from './product-settings-query.ts';

interface LoadedSettings {
  /** The settings with all products, or with the first of each account while the others load. */
  readonly settings: ProductSettingsReply | undefined;
  /** The failure to load all products. */
  readonly failed: Failed | null;
}

/**
 * Loads the first page of products, and all of them once that page is painted: 10,000 products take a slow computer a
 * second to receive and parse.
 */
export function useProductSettings(): LoadedSettings {
  const client = useQueryClient();
  const hasAll = client.getQueryData(productSettingsQuery.queryKey) !== undefined;
  const first = useQuery({ ...firstProductsQuery, enabled: !hasAll });
  const mayLoadAll = useAfterPaint<boolean>(hasAll || !first.isPending, false);
  const all = useQuery({ ...productSettingsQuery, enabled: mayLoadAll === true });
  return { settings: all.data ?? first.data, failed: useFailed(all) };
}
