import { memo, Suspense, useDeferredValue, useEffect } from 'react';
import { whenIdle, whenLongIdle } from '../../lib/browser/when-idle.ts';
import { lazyPart } from '../../lib/browser/lazy-part.tsx';
import { loadPart } from '../../lib/browser/load-part.ts';
import { recorder } from '../charts/flight-recorder/recorder.ts';
import type { HomeModel } from '../../world/home-model.ts';
import { useOpenProductId, type useOpenProduct } from './use-open-product.ts';

const dialog = lazyPart(async () => (await loadPart(() => import('./ProductDialog.tsx'))).ProductDialog);

interface Props {
  readonly model: HomeModel;
  readonly detail: ReturnType<typeof useOpenProduct>;
}

/** The detail of the product in the address, if there is one. */
export const OpenProduct = memo(function OpenProduct({ model, detail }: Props) {
  // Whatever people do while the detail is being drawn goes before it.
  const productId = useDeferredValue(useOpenProductId());
  // Fetched once the page stands, so that the first click need not wait for it; what fails is asked for again then.
  useEffect(
    () =>
      void whenIdle()
        .then(dialog.load)
        .then(whenLongIdle)
        .then(recorder.load)
        .catch(() => undefined),
    [],
  );
  const product = productId === null ? undefined : model.byId.get(productId);
  if (!product) return null;
  return (
    <Suspense fallback={null}>
      <dialog.Part product={product} model={model} detail={detail} />
    </Suspense>
  );
});
