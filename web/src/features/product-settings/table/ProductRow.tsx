import { memo, type Dispatch } from 'react';
import { mostShortNameLength, type ProductSettings } from '@app/shared/contract/product-settings.ts';
import { nextTrackingState, wordOfState } from '@app/shared/domain/tracking.ts';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { Chip } from '../../../ui/fields/Chip.tsx';
import { ProductPicture } from '../../../ui/signs/ProductPicture.tsx';
import type { DraftEntry, FormAction } from '../draft.ts';
import { formatCount } from '@app/shared/base/format-count.ts';

interface Props {
  readonly product: ProductSettings;
  /** The unsaved settings, if there are any. */
  readonly entry: DraftEntry | undefined;
  readonly dispatch: Dispatch<FormAction>;
}

export const ProductRow = memo(function ProductRow({ product, entry, dispatch }: Props) {
  const { state, shortName } = entry ?? product;
  const { productName, asin1, marketplaceIso31662Code, productPage, imageUrl, unitsSold } = product;
  const title = product.productTitle ?? productName;
  return (
    <tr data-changed={entry !== undefined || undefined}>
      <td className="product-table__state">
        <Checkbox
          checked={state === 'ignored'}
          mixed={state === 'ignoredUntilFirstSale'}
          aria-label={`Ignore ${productName}, ${marketplaceIso31662Code}: ${wordOfState[state]}`}
          onChange={() => dispatch({ type: 'stateChosen', product, state: nextTrackingState(state) })}
        >
          <span className={state === 'tracked' ? 'medium' : 'dim'}>{wordOfState[state]}</span>
        </Checkbox>
        {entry && <span className="product-table__changed">Changed</span>}
      </td>
      <th scope="row" className="product-table__product">
        <span className="product-table__name">
          <ProductPicture src={imageUrl} size={32} />
          <span className="grow">
            <span className="medium ellipsis" title={productName}>
              {productName}
            </span>
            <span className="product-table__id">
              <Chip>{marketplaceIso31662Code}</Chip>
              <a href={productPage} target="_blank" rel="noreferrer">
                {asin1}
              </a>
            </span>
          </span>
        </span>
      </th>
      <td className="product-table__title dim">
        <span className="ellipsis" title={title}>
          {title}
        </span>
      </td>
      <td className="product-table__short">
        <input
          className="input input--md"
          placeholder="Short-hand name"
          aria-label={`Short-hand name of ${productName}, ${marketplaceIso31662Code}`}
          maxLength={mostShortNameLength}
          value={shortName}
          onChange={({ target }) => dispatch({ type: 'named', product, shortName: target.value })}
        />
      </td>
      <td className="product-table__sold figures">
        {formatCount(unitsSold)}
        <span className="product-table__unit"> sold in 30 days</span>
      </td>
    </tr>
  );
});
