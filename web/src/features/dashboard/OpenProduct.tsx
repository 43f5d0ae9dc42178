import { useCallback, useDeferredValue } from 'react';
import type { Product } from '@app/shared/contract/sentinel.ts';
import { ProductIssues } from './alerts/ProductIssues.tsx';
import { LazyRecorder } from './flight-recorder/LazyRecorder.tsx';
import type { HomeModel } from './home-model.ts';
import { ProductDetail } from './products/ProductDetail.tsx';
import { useOpenProductId, type useOpenProduct } from './use-open-product.ts';

interface Props {
  readonly model: HomeModel;
  readonly detail: ReturnType<typeof useOpenProduct>;
}

/** The detail of the product in the address, if there is one. */
export function OpenProduct({ model, detail }: Props) {
  // The click is answered before the detail is drawn.
  const productId = useDeferredValue(useOpenProductId());
  const product = productId === null ? undefined : model.byId.get(productId);
  const { issues } = model;
  const hasIssues = useCallback((one: Product) => issues.has(one.productId), [issues]);
  if (!product) return null;
  return (
    <ProductDetail
      product={product}
      seller={model.sellers.get(product.sellerId) ?? ''}
      watchDogs={model.world.watchDogs}
      isStale={model.staleAt(product) !== undefined}
      hasIssues={hasIssues}
      gallery={model.products}
      onTurn={detail.turn}
      onClose={detail.close}
    >
      <ProductIssues product={product} watchDogs={model.world.watchDogs} staleAt={model.staleAt(product)}>
        <LazyRecorder product={product} />
      </ProductIssues>
    </ProductDetail>
  );
}
