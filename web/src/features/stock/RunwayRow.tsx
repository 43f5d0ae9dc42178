import { memo, type Ref } from 'react';
import { countIn } from '@app/shared/base/money.ts';
import { Chip } from '../../ui/fields/Chip.tsx';
import { ProductPicture } from '../../ui/signs/ProductPicture.tsx';
import { nameOf } from '../../world/level.ts';
import { StaleMark } from '../products/ProductCard.tsx';
import { LastKnown } from './LastKnown.tsx';
import { RunwayAction } from './RunwayAction.tsx';
import { RunwayBar } from './RunwayBar.tsx';
import { StockSign } from './StockSign.tsx';
import type { StockRow } from './stock-rows.ts';
import { isBelowLine, levelOfState } from '../products/stock-state.ts';
import { alertAtText, emptyOnText, emptySinceText, perDayFigure } from './stock-words.ts';

interface Props {
  readonly frameRef: Ref<HTMLTableRowElement>;
  readonly index: number;
  readonly row: StockRow;
  readonly staleAt: string | undefined;
  /** Of this hour: days do not change more often. */
  readonly now: number;
  readonly onOpen: (productId: string) => void;
  readonly onSet: (productId: string) => void;
}

export const RunwayRow = memo(function RunwayRow({ frameRef, index, row, staleAt, now, onOpen, onSet }: Props) {
  const { product, daysLeft, perDay, state } = row;
  const { marketplace } = product;
  const isBelow = isBelowLine(state);
  const isShort = isBelow && row.shipper === row.shelf;
  const alertAt = alertAtText(row);
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
              {isBelow && <StaleMark staleAt={staleAt} />}
            </span>
          </span>
        </span>
      </th>
      <td>{!isBelow && staleAt !== undefined ? <LastKnown at={staleAt} /> : <StockSign row={row} />}</td>
      <td>
        <RunwayBar row={row} />
      </td>
      <td className="runway__daysLeft">
        <b className={isShort ? `strong tone--${levelOfState[state]}` : 'strong'}>
          <Figure marketplace={marketplace} value={daysLeft} />
        </b>
        <span className="meta">{emptySinceText(row) || emptyOnText(row, now)}</span>
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
          className={alertAt === null ? 'runway__set runway__set--none' : 'runway__set'}
          onClick={() => onSet(product.productId)}
        >
          {alertAt ?? 'Set'}
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
