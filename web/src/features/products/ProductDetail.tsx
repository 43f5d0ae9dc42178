import { IconChartLine, IconChevronLeft, IconChevronRight, IconExternalLink } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent, useMemo } from 'react';
import type { Product, WorldAnswer } from '@app/shared/contract/world.ts';
import { Button, buttonClass } from '../../ui/fields/Button.tsx';
import { Chip } from '../../ui/fields/Chip.tsx';
import { IconButton } from '../../ui/fields/IconButton.tsx';
import { Modal } from '../../ui/overlays/Modal.tsx';
import { ProductPicture } from '../../ui/signs/ProductPicture.tsx';
import { nameOf } from '../../world/level.ts';
import type { Staleness } from '../../world/staleness.ts';
import { useOpenSalesChart } from '../charts/sales/SalesChart.tsx';
import { CopyAsin } from './CopyAsin.tsx';
import { galleryPlace } from './gallery-place.ts';
import { ProductFacts } from './ProductFacts.tsx';
import { WatchdogSigns } from './WatchdogSigns.tsx';
import './product-detail.css';
import { formatCount } from '@app/shared/base/format-count.ts';

interface Props {
  readonly product: Product;
  readonly seller: string;
  readonly watchDogs: WorldAnswer['watchDogs'];
  readonly staleness: Staleness;
  /** Whether a product has open issues. */
  readonly hasIssues: (product: Product) => boolean;
  /** The products that the filter matches, in order, for the buttons previous and next. */
  readonly gallery: readonly Product[];
  readonly onTurn: (productId: string) => void;
  readonly onClose: () => void;
  /** The watchdogs' items of the product. */
  readonly children: ReactNode;
}

export function ProductDetail({ product, seller, watchDogs, staleness, children, ...frame }: Props) {
  const name = nameOf(product);
  const title = product.productTitle ?? product.productName;
  // The focus stays where the gallery is turned, so that the name of the next product is announced.
  const heading = <span aria-live="polite">{name}</span>;
  return (
    <Modal wide title={heading} onClose={frame.onClose} actions={<Gallery product={product} {...frame} />}>
      {title !== name && <p className="dim detail__title">{title}</p>}
      <div className="detail">
        <div className="detail__facts" tabIndex={-1} ref={takeFirstFocus}>
          <ProductPicture src={product.largeImageUrl ?? product.imageUrl} alt={name} size={240} />
          <div>
            <p className="detail__id">
              <Chip>{product.marketplace}</Chip>
              <CopyAsin asin={product.asin1} />
            </p>
            <p className="dim">{seller}</p>
            <ProductFacts product={product} watchDogs={watchDogs} staleness={staleness} />
            <WatchdogSigns product={product} watchDogs={watchDogs} isStale={staleness !== 'fresh'} />
          </div>
          <p className="detail__links">
            <ChartButton productId={product.productId} />
            <OutLink href={product.productUrl}>Open on Amazon</OutLink>
            <OutLink href={product.productOffersUrl}>See offers</OutLink>
          </p>
        </div>
        <div className="detail__issues">{children}</div>
      </div>
    </Modal>
  );
}

/** Prevents the dialog from focusing its first button: reading starts at the content. */
const takeFirstFocus = (element: HTMLElement | null): void => element?.setAttribute('autofocus', '');

function Gallery({ product, gallery, hasIssues, onTurn }: Pick<Props, 'product' | 'gallery' | 'hasIssues' | 'onTurn'>) {
  const withIssues = useMemo(() => gallery.filter(hasIssues), [gallery, hasIssues]);
  const isAmongIssues = hasIssues(product);
  const place = useMemo(
    () => galleryPlace(product, gallery, isAmongIssues ? withIssues : gallery),
    [product, gallery, isAmongIssues, withIssues],
  );
  const turn = useMemo(() => {
    const to = (other: Product | undefined) => () => other && onTurn(other.productId);
    return { previous: to(place.previous), next: to(place.next) };
  }, [place, onTurn]);
  useTurnKeys(turn);
  if (place.at < 0) return null;
  return (
    <>
      <span className="meta figures detail__place">
        {formatCount(place.at + 1)} of {formatCount(place.count)}
        {isAmongIssues && <span className="detail__among"> with issues</span>}
      </span>
      <IconButton
        label="Previous product"
        variant="bordered"
        size="sm"
        disabled={!place.previous}
        onClick={turn.previous}
      >
        <IconChevronLeft size={16} aria-hidden="true" />
      </IconButton>
      <IconButton label="Next product" variant="bordered" size="sm" disabled={!place.next} onClick={turn.next}>
        <IconChevronRight size={16} aria-hidden="true" />
      </IconButton>
    </>
  );
}

function ChartButton({ productId }: { readonly productId: string }) {
  const openChart = useOpenSalesChart();
  return (
    <Button size="sm" icon={<IconChartLine size={14} aria-hidden="true" />} onClick={() => openChart(productId)}>
      Sales chart
    </Button>
  );
}

function OutLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  if (href === '') return null;
  return (
    <a className={buttonClass({ size: 'sm' })} href={href} target="_blank" rel="noreferrer">
      <IconExternalLink size={14} aria-hidden="true" />
      {children}
    </a>
  );
}

/** Elements that use the arrow keys themselves. */
const ownArrows = 'input, textarea, select, [role=slider], [role=tab], [role=menu], [contenteditable]';

/** The arrow keys ← and → turn through the gallery while its dialog is the only one. */
function useTurnKeys(turn: { readonly previous: () => void; readonly next: () => void }): void {
  // An effect event, so that the current product is known before the effects have run.
  const follow = useEffectEvent((key: string) => (key === 'ArrowLeft' ? turn.previous() : turn.next()));
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const isElsewhere = event.target instanceof Element && event.target.closest(ownArrows) !== null;
      if (isElsewhere || document.querySelectorAll('dialog[open]').length !== 1) return;
      follow(event.key);
    };
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, []);
}
