import { useCallback } from 'react';
import type { Product } from '@app/shared/contract/world.ts';
import { ProductIssues } from '../issues/product/ProductIssues.tsx';
import { LazyRecorder } from '../charts/flight-recorder/LazyRecorder.tsx';
import type { HomeModel } from '../../world/home-model.ts';
import { ProductDetail } from '../products/ProductDetail.tsx';
import { useSteadyGallery } from '../products/steady-gallery.ts';
import type { useOpenProduct } from './use-open-product.ts';

interface Props {
  readonly product: Product;
  readonly model: HomeModel;
  readonly detail: ReturnType<typeof useOpenProduct>;
}

/** The detail of a product, with the data of the page. */
export function ProductDialog({ product, model, detail }: Props) {
  const { issues } = model;
  const gallery = useSteadyGallery(model.listed());
  const hasIssues = useCallback((one: Product) => issues.has(one.productId), [issues]);
  return (
    <ProductDetail
      product={product}
      seller={model.sellers.get(product.sellerId) ?? ''}
      watchDogs={model.world.watchDogs}
      staleness={model.stalenessOf(product)}
      hasIssues={hasIssues}
      gallery={gallery}
      onTurn={detail.show}
      onClose={detail.close}
    >
      <ProductIssues product={product} watchDogs={model.world.watchDogs} staleness={model.stalenessOf(product)}>
        <LazyRecorder product={product} />
      </ProductIssues>
    </ProductDetail>
  );
}
