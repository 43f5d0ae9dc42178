import { Suspense } from 'react';
import type { Product } from '@app/shared/contract/world.ts';
import { useAfterPaint } from '../../../ui/hooks/use-after-paint.ts';
import { recorderHeight } from './lanes.ts';
import { recorder } from './recorder.ts';

/** The dialog opens with the data of the page. The recorder is loaded after that, into a place of its size. */
export function LazyRecorder({ product }: { readonly product: Product }) {
  const shown = useAfterPaint(product, null);
  const place = <div style={{ minHeight: recorderHeight + 64 }} />;
  if (shown?.productId !== product.productId) return place;
  return (
    <Suspense fallback={place}>
      <recorder.Part key={product.productId} product={shown} />
    </Suspense>
  );
}
