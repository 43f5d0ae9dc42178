import { IconExternalLink } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import type { Product } from '@app/shared/contract/world.ts';
import { loadPart } from '../../../lib/browser/load-part.ts';
import { buttonClass } from '../../../ui/fields/Button.tsx';
import { Modal } from '../../../ui/overlays/Modal.tsx';
import { ProductPicture } from '../../../ui/signs/ProductPicture.tsx';
import { nameOf } from '../../../world/level.ts';
import { ChartsSkeleton } from './ChartsSkeleton.tsx';
import './sales-chart.css';

const SalesChartBody = lazy(async () => ({
  default: (await loadPart(() => import('./SalesChartBody.tsx'))).SalesChartBody,
}));

interface Props {
  readonly product: Product;
  readonly onClose: () => void;
}

/** The dialog's frame is shown at once; the code that draws the charts is loaded when it opens. */
export function SalesChartDialog({ product, onClose }: Props) {
  return (
    <Modal wide title={<Title product={product} />} onClose={onClose} actions={<OpenOnAmazon product={product} />}>
      <div className="sales-chart">
        <Suspense fallback={<ChartsSkeleton />}>
          <SalesChartBody product={product} />
        </Suspense>
      </div>
    </Modal>
  );
}

function Title({ product }: Pick<Props, 'product'>) {
  const title = product.productTitle ?? product.productName;
  return (
    <span className="sales-chart__title" tabIndex={-1} data-autofocus>
      <ProductPicture src={product.imageUrl} size={48} />
      <span className="sales-chart__name">
        <span className="sales-chart__product" title={title}>
          {nameOf(product)}
        </span>
        <span className="meta">
          Sales chart, {product.marketplace} {product.asin1}
        </span>
      </span>
    </span>
  );
}

function OpenOnAmazon({ product }: Pick<Props, 'product'>) {
  return (
    <a
      className={buttonClass({ size: 'sm' })}
      href={product.productUrl}
      target="_blank"
      rel="noreferrer"
      aria-label="Open on Amazon"
    >
      <IconExternalLink size={14} aria-hidden="true" />
      <span className="sales-chart__wide">Open on Amazon</span>
    </a>
  );
}
