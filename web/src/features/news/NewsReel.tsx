import type { MouseEvent } from 'react';
import { formatDate } from '@app/shared/base/format-date.ts';
import { severityOfColour } from '@app/shared/base/severity.ts';
import type { Product } from '@app/shared/contract/world.ts';
import type { Failed } from '../../lib/http/kept-failure.ts';
import { momentText } from '../../world/moment-text.ts';
import { Button } from '../../ui/fields/Button.tsx';
import { Chip } from '../../ui/fields/Chip.tsx';
import { ErrorState } from '../../ui/layout/ErrorState.tsx';
import { Skeleton, SkeletonArea } from '../../ui/layout/Skeleton.tsx';
import { closeMenuOf } from '../../ui/overlays/menu-mechanics.ts';
import { Severity, type Level } from '../../ui/signs/SeveritySign.tsx';
import { exactTime } from '../../ui/signs/RelativeTime.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { DesktopSwitch } from './DesktopSwitch.tsx';
import { kindOfNotice } from './kind-of-notice.ts';
import type { FreshNotices, Notice } from './news-mark.ts';
import './news.css';

interface Props {
  readonly email: string;
  /** The products of the notifications, among others. */
  readonly products: readonly Product[];
  /** The notifications; `undefined` while they are loading, or when they did not load. */
  readonly list: readonly Notice[] | undefined;
  readonly failed: Failed | null;
  /** The notifications that are new since the list was last opened. */
  readonly fresh: FreshNotices;
  readonly onClear: () => void;
  readonly onOpen: (productId: string) => void;
}

/** The list of recent notifications, newest first. */
export function NewsReel({ email, products, list, failed, fresh, onClear, onOpen }: Props) {
  const handleClear = ({ currentTarget }: MouseEvent) => {
    // The button goes with the list, and the focus would leave the panel with it.
    currentTarget.closest<HTMLElement>('dialog')?.focus();
    onClear();
  };
  return (
    <>
      <div className="reel__head">
        <h2>Recent Notifications</h2>
        {list && list.length > 0 && (
          <Button variant="ghost" size="sm" onClick={handleClear}>
            Clear list
          </Button>
        )}
      </div>
      {!list && failed && <ErrorState title="The notifications did not load" {...failed} />}
      {!list && !failed && (
        <SkeletonArea label="Loading the notifications">
          <Skeleton height="320px" />
        </SkeletonArea>
      )}
      {list && <NewsList list={list} products={products} fresh={fresh} onOpen={onOpen} />}
      <div className="reel__foot">
        <DesktopSwitch email={email} />
      </div>
    </>
  );
}

function NewsList({
  list,
  products,
  fresh,
  onOpen,
}: Pick<Props, 'products' | 'fresh' | 'onOpen'> & { readonly list: readonly Notice[] }) {
  if (list.length === 0) {
    return (
      <p className="reel__empty">
        <b>No notifications</b>
        Alerts, warnings and improvements appear here as they happen. Open issues stay in Issues.
      </p>
    );
  }
  const productOf = new Map(products.map((product) => [product.productId, product]));
  return (
    <ul className="reel__list">
      {list.map((notice) => (
        <NewsRow
          key={notice.notificationId}
          notice={notice}
          isNew={fresh.ids.has(notice.notificationId)}
          product={productOf.get(notice.productId ?? '')}
          onOpen={onOpen}
        />
      ))}
      {fresh.isCut && (
        <li className="reel__end">There may be more. Only the newest are listed; open issues stay in Issues.</li>
      )}
    </ul>
  );
}

interface RowProps {
  readonly notice: Notice;
  readonly isNew: boolean;
  readonly product: Product | undefined;
  readonly onOpen: (productId: string) => void;
}

function NewsRow({ notice, isNew, product, onOpen }: RowProps) {
  const now = useNow();
  const { productId, message, date } = notice;
  const kind = kindOfNotice(notice);
  const isBad = notice.notificationLevel !== 'GREEN';
  return (
    <li>
      <a
        className={isNew ? 'reel__row reel__row--new' : 'reel__row'}
        href={`/home#pdet-${productId}`}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey || productId === null) return;
          event.preventDefault();
          closeMenuOf(event.currentTarget);
          onOpen(productId);
        }}
      >
        <span className="reel__line">
          <Severity level={levelOf(notice)} size={14} />
          <span className="reel__what">{(isBad ? kind?.headline : kind?.title) ?? notice.notificationType}</span>
          {isNew && <span className="reel__new">New</span>}
          <time dateTime={date} title={formatDate(Date.parse(date), exactTime)}>
            {momentText(Date.parse(date), now)}
          </time>
        </span>
        {product && (
          <span className="reel__product">
            <span className="ellipsis">{product.shortName ?? product.productName}</span>
            <Chip>{product.marketplace}</Chip>
          </span>
        )}
        {message !== '' && <span className="reel__message">{message}</span>}
      </a>
    </li>
  );
}

function levelOf({ notificationLevel, isImproved }: Notice): Level {
  const severity = severityOfColour(notificationLevel);
  return severity === 'improved' && !isImproved ? 'ok' : severity;
}
