import { IconChartLine, IconChevronLeft, IconChevronRight, IconExternalLink } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { findMarketplace, localeOf } from '@app/shared/base/marketplaces.ts';
import { moneyIn } from '@app/shared/base/money.ts';
import type { Product } from '@app/shared/contract/sentinel.ts';
import { Button, buttonClass } from '../../../ui/Button.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Modal } from '../../../ui/Modal.tsx';
import { ProductPicture } from '../../../ui/ProductPicture.tsx';
import { nameOf } from '../level.ts';
import { useOpenSalesChart } from '../sales-chart/SalesChart.tsx';
import { CopyAsin } from './CopyAsin.tsx';
import './product-detail.css';

interface Props {
  readonly product: Product;
  readonly seller: string;
  /** The products the filter lets through, in their order: previous and next go through them. */
  readonly gallery: readonly Product[];
  readonly onTurn: (productId: string) => void;
  readonly onClose: () => void;
  /** What the watchdogs say of it. */
  readonly children: ReactNode;
}

export function ProductDetail({ product, seller, gallery, onTurn, onClose, children }: Props) {
  const name = nameOf(product);
  const title = product.productTitle ?? product.productName;
  return (
    <Modal
      wide
      title={name}
      onClose={onClose}
      actions={<Gallery product={product} gallery={gallery} onTurn={onTurn} />}
    >
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
            <Facts product={product} />
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

/** The dialog would put the focus on its first button; the reader starts at the content instead. */
const takeFirstFocus = (element: HTMLElement | null): void => element?.setAttribute('autofocus', '');

function Gallery({ product, gallery, onTurn }: Pick<Props, 'product' | 'gallery' | 'onTurn'>) {
  const at = gallery.findIndex((one) => one.productId === product.productId);
  const turn = (label: string, to: Product | undefined, icon: ReactNode) => (
    <IconButton label={label} variant="bordered" size="sm" disabled={!to} onClick={() => to && onTurn(to.productId)}>
      {icon}
    </IconButton>
  );
  if (at < 0) return null;
  return (
    <>
      <span className="meta figures detail__place">
        {(at + 1).toLocaleString('en-US')} of {gallery.length.toLocaleString('en-US')}
      </span>
      {turn('Previous product', gallery[at - 1], <IconChevronLeft size={16} aria-hidden="true" />)}
      {turn('Next product', gallery[at + 1], <IconChevronRight size={16} aria-hidden="true" />)}
    </>
  );
}

/** In the currency of the marketplace. */
function feeOf({ fbaFeeEstimate: cents, marketplace }: Product): string | null {
  const currency = findMarketplace(marketplace)?.currency;
  return cents === null || currency === undefined ? null : moneyIn(marketplace, { cents, currency });
}

/** Only what is known; what nobody measured yet is not there. */
function Facts({ product }: Pick<Props, 'product'>) {
  const locale = localeOf(product.marketplace);
  const number = (value: number | null) => value?.toLocaleString(locale) ?? null;
  const stars = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  const facts = [
    { label: 'Price', value: product.price && moneyIn(product.marketplace, product.price) },
    { label: 'Rank, 24 h', value: number(product.bsrRank) },
    { label: 'Rating', value: product.starRating?.toLocaleString(locale, stars) ?? null },
    { label: 'Reviews', value: number(product.reviewCount) },
    { label: 'In stock', value: number(product.inStockQty) },
    { label: 'On the way', value: number(product.inboundQty) },
    { label: 'FBA fee', value: feeOf(product) },
  ].filter((fact) => fact.value !== null);
  if (facts.length === 0) return null;
  return (
    <dl className="facts">
      {facts.map((fact) => (
        <div key={fact.label}>
          <dt>{fact.label}</dt>
          <dd className="figures">{fact.value}</dd>
        </div>
      ))}
    </dl>
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
