import { type CSSProperties, memo, type Ref } from 'react';
import { countIn } from '@app/shared/base/money.ts';
import { Chip } from '../../ui/fields/Chip.tsx';
import { ProductPicture } from '../../ui/signs/ProductPicture.tsx';
import { nameOf } from '../../world/level.ts';
import { StaleMark } from '../products/ProductCard.tsx';
import type { StockRow } from './stock-rows.ts';
import { isBelowLine, levelOfState, ownWordOfState, wordOfState } from '../products/stock-state.ts';
import { alertAtOf, emptyOnText, emptySinceText, noRunwayText, perDayFigure, runwayText } from './stock-words.ts';
import { momentText } from '../../world/moment-text.ts';
import { Severity } from '../../ui/signs/SeveritySign.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { actionLink } from '@app/shared/watchdogs/model/action-link.ts';
import { watchdogOf } from '@app/shared/watchdogs/registry.ts';
import { buttonClass } from '../../ui/fields/Button.tsx';
import { stockKinds } from '../products/stock-kinds.ts';
import { lastCheckOf, type Staleness } from '../../world/staleness.ts';

interface Props {
  readonly frameRef: Ref<HTMLTableRowElement>;
  readonly index: number;
  readonly row: StockRow;
  readonly staleness: Staleness;
  /** The current hour, since days do not change more often. */
  readonly now: number;
  readonly onOpen: (productId: string) => void;
  readonly onSet: (productId: string) => void;
}

export const RunwayRow = memo(function RunwayRow({ frameRef, index, row, staleness, now, onOpen, onSet }: Props) {
  const { product, daysLeft, perDay, state } = row;
  const { marketplace } = product;
  const isBelow = isBelowLine(state);
  const isShort = isBelow && row.shipper === row.shelf;
  const alertAt = alertAtOf(row);
  return (
    <tr ref={frameRef} data-index={index} aria-rowindex={index + 2}>
      <th scope="row" className="runway__product">
        <span className="runway__name">
          <ProductPicture src={product.imageUrl} size={32} />
          <span className="grow">
            <button
              type="button"
              className="line__open ellipsis"
              title={nameOf(product)}
              onClick={() => onOpen(product.productId)}
            >
              {nameOf(product)}
            </button>
            <span className="line__id">
              <Chip>{marketplace}</Chip>
              <span className="asin__text">{product.asin1}</span>
              {isBelow && <StaleMark staleness={staleness} />}
            </span>
          </span>
        </span>
      </th>
      <td>{!isBelow && staleness !== 'fresh' ? <LastKnown staleness={staleness} /> : <StockSign row={row} />}</td>
      <td className="runway__bar">
        <RunwayBar row={row} />
      </td>
      <td className="runway__daysLeft">
        <b className={isShort ? `strong tone--${levelOfState[state]}` : 'strong'}>
          <Figure marketplace={marketplace} value={daysLeft} />
        </b>
        <span className="meta">{emptySinceText(row, now) || emptyOnText(row, now)}</span>
      </td>
      <td className="runway__inStock">
        <Figure marketplace={marketplace} value={product.inStockQty} />
      </td>
      <td className="runway__inbound">
        <Figure marketplace={marketplace} value={product.inboundQty} />
      </td>
      <td className="runway__fbm">
        <Figure marketplace={marketplace} value={product.fbmQty} />
      </td>
      <td className="runway__perDay">{perDay === null ? <Unknown /> : perDayFigure(perDay)}</td>
      <td className="runway__alertAt">
        <button
          type="button"
          className={`runway__set${alertAt === null ? ' runway__set--none' : alertAt.origin ? ' runway__set--default' : ''}`}
          title={alertAt?.origin}
          onClick={() => onSet(product.productId)}
        >
          {alertAt?.text ?? 'Set'}
          {alertAt?.origin && <span className="visually-hidden">, {alertAt.origin}</span>}
          <span className="visually-hidden">, thresholds of {nameOf(product)}</span>
        </button>
      </td>
      <td className="runway__act">{isBelow && <RunwayAction row={row} />}</td>
    </tr>
  );
});

function Figure({ marketplace, value }: { readonly marketplace: string; readonly value: number | null }) {
  return value === null ? <Unknown /> : countIn(marketplace, value);
}

const Unknown = () => (
  <span className="faint">
    <span aria-hidden="true">–</span>
    <span className="visually-hidden">not known</span>
  </span>
);

/** Replaces the state of a product whose marketplace is stale, because the stock may have changed either way. */
function LastKnown({ staleness }: Pick<Props, 'staleness'>) {
  const now = useNow();
  const lastCheck = lastCheckOf(staleness);
  return (
    <span className="last-known">
      <Severity level="stale" size={14}>
        {lastCheck === null ? 'Not checked yet' : `Last known ${momentText(lastCheck, now)}`}
      </Severity>
    </span>
  );
}

/** A link to planning a shipment to Amazon, or to the stock of the seller's own listing. */
function RunwayAction({ row: { product, shipper } }: { readonly row: StockRow }) {
  const action = watchdogOf(stockKinds[shipper])?.action;
  const href = action && actionLink(action.place, product);
  if (!href) return null;
  return (
    <a
      className={buttonClass({ size: 'sm' })}
      href={href}
      target="_blank"
      rel="noreferrer"
      title={`${action.label} at Seller Central`}
    >
      {shipper === 'amazon' ? 'Plan' : 'Refill'}
      <span className="visually-hidden"> {nameOf(product)} at Seller Central</span>
    </a>
  );
}

/** The end of the scale, the same for all rows. */
const scaleDays = 90;

const share = (days: number): string => `${Math.min(100, Math.max(0, (days / scaleDays) * 100)).toFixed(2)}%`;

/**
 * The bar: solid for the stock, outlined for inbound units, dashed red when out of stock; the mark is the alert
 * threshold.
 */
function RunwayBar({ row }: { readonly row: StockRow }) {
  const { daysLeft, daysOnTheWay, thresholds, shelf, shipper, units } = row;
  const none = noRunwayText(row);
  if (none !== null) return <span className="meta runway__none">{none}</span>;
  const level = shelf === shipper ? levelOfState[row.state] : 'ok';
  const bound = thresholds.alertDays ?? thresholds.warningDays;
  const isOut = units === 0;
  const isBeyond = (daysLeft ?? 0) + (daysOnTheWay ?? 0) > scaleDays;
  return (
    <span className={`bar bar--${level}${isBeyond ? ' bar--beyond' : ''}`} title={runwayText(row)}>
      <span className="visually-hidden">{runwayText(row)}</span>
      {isOut && <i className={daysOnTheWay ? 'bar__empty' : 'bar__empty bar__empty--open'} />}
      {!isOut && <i className="bar__stock" style={{ width: share(daysLeft ?? 0) }} />}
      {daysOnTheWay !== null && daysOnTheWay > 0 && <i className="bar__way" style={{ width: share(daysOnTheWay) }} />}
      {bound !== null && bound <= scaleDays && !isOut && shelf === 'amazon' && (
        <i className="bar__line" style={at(bound)} />
      )}
    </span>
  );
}

const at = (days: number): CSSProperties => ({ left: share(days) });

/**
 * The inventory icon with its word. The watchdog's message is its tooltip, and is read aloud when the product needs
 * attention.
 */
function StockSign({ row: { state, item, shipper, shelf } }: { readonly row: StockRow }) {
  const message = item?.statusDetails.message ?? undefined;
  const isMuted = item?.muted ?? false;
  const word = (shipper === 'own' && shelf === 'amazon' && ownWordOfState[state]) || wordOfState[state];
  return (
    <span title={message}>
      <Severity level={isMuted ? 'muted' : levelOfState[state]} size={14}>
        {isMuted ? `${word}, muted` : word}
      </Severity>
      {state === 'unset' && <span className="visually-hidden">. {message}</span>}
    </span>
  );
}
