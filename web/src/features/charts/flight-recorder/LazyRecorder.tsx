import { Suspense } from 'react';
import type { Product } from '@app/shared/contract/world.ts';
import { withText } from '../../../ui/layout/text-size.ts';
import { useAfterPaint } from '../../../ui/hooks/use-after-paint.ts';
import { recorderHeight } from './lanes.ts';
import { recorder } from './recorder.ts';

/**
 * Loads the flight recorder after the dialog has opened with the data of the page; a placeholder of its size is shown
 * until then.
 */
export function LazyRecorder({ product }: { readonly product: Product }) {
  const shown = useAfterPaint(product, null);
  const place = <div style={{ minHeight: withText(recorderHeight + 64) }} />;
  if (shown?.productId !== product.productId) return place;
  return (
    <Suspense fallback={place}>
      <recorder.Part key={product.productId} product={shown} />
    </Suspense>
  );
}
