import { Suspense } from 'react';
import type { Product } from '@app/shared/contract/world.ts';
import { withText } from '../../../ui/layout/text-size.ts';
import { useAfterPaint } from '../../../ui/hooks/use-after-paint.ts';
import { useIsPhone } from '../../../ui/hooks/use-is-phone.ts';
import { recorderHeight } from './lanes.ts';
import { recorder } from './recorder.ts';

/**
 * The height in px of the controls, the legend and the events around the picture. On a phone the controls take three
 * lines and the legend takes two.
 */
const heightAround = { wide: 240, phone: 336 } as const;

/**
 * Loads the flight recorder after the dialog has opened with the data of the page; a placeholder of its size is shown
 * until then.
 */
export function LazyRecorder({ product }: { readonly product: Product }) {
  const shown = useAfterPaint(product, null);
  const around = useIsPhone() ? heightAround.phone : heightAround.wide;
  const place = <div style={{ minHeight: withText(recorderHeight + around) }} />;
  if (shown?.productId !== product.productId) return place;
  return (
    <Suspense fallback={place}>
      <recorder.Part key={product.productId} product={shown} />
    </Suspense>
  );
}
