import { IconBuildingStore } from '@tabler/icons-react';
import { memo, useMemo, useState, type CSSProperties, type Dispatch } from 'react';
import {
  settingsPageSize as pageSize,
  type ProductSettings,
  type ProductSettingsReply,
} from '@app/shared/contract/product-settings.ts';
import { useAfterPaint } from '../../../ui/hooks/use-after-paint.ts';
import { Pager } from '../../../ui/layout/Pager.tsx';
import { Panel } from '../../../ui/layout/Panel.tsx';
import { totalOf } from '../state-counts.ts';
import type { Draft, FormAction } from '../draft.ts';
import { ProductRow } from './ProductRow.tsx';
import './product-table.css';
import { formatCount } from '@app/shared/base/format-count.ts';

interface Props {
  readonly account: ProductSettingsReply['sellerAccounts'][number];
  /** The products that match the filter. */
  readonly shown: readonly ProductSettings[];
  readonly isFiltered: boolean;
  readonly tracked: number;
  readonly draft: Draft;
  readonly dispatch: Dispatch<FormAction>;
}

/** The products of one seller account, in pages. */
export const AccountPanel = memo(function AccountPanel(props: Props) {
  const { account, shown, isFiltered, tracked, draft, dispatch } = props;
  const [chosenPage, setPage] = useState(0);
  // The pager turns immediately; the rows are drawn after the paint.
  const turnedTo = useAfterPaint(chosenPage);
  const places = useMemo(() => placesText(account), [account]);
  const { name, products, counts, setupCompleted } = account;
  const all = totalOf(counts);
  // The pages of products that are still being loaded are counted too, so that the pager does not change with them.
  const shownCount = isFiltered ? shown.length : all;
  const pages = Math.ceil(shownCount / pageSize);
  // A change that was saved may have left fewer pages.
  const last = Math.max(0, pages - 1);
  const page = Math.min(turnedTo, last);
  const first = page * pageSize;
  const rows = shown.slice(first, first + pageSize);
  return (
    <Panel
      title={
        <span className="tracking__account">
          <IconBuildingStore size={18} aria-hidden="true" />
          {name}
        </span>
      }
      note={places}
      aside={all > 0 && <span className="meta figures">{trackedText(tracked, all)}</span>}
      footer={
        shownCount > pageSize && (
          <>
            <span className="grow figures">
              {formatCount(first + 1)} to {formatCount(Math.min(first + pageSize, shownCount))} of{' '}
              {formatCount(shownCount)}
            </span>
            <Pager page={Math.min(chosenPage, last)} pages={pages} onChange={setPage} label={`Pages of ${name}`} />
          </>
        )
      }
    >
      {rows.length === 0 ? (
        <p className="tracking__empty">{emptyText({ all, loaded: products.length, isSetUp: setupCompleted })}</p>
      ) : (
        <table className="product-table">
          <thead>
            <tr>
              <th scope="col">Ignore</th>
              <th scope="col">Product</th>
              <th scope="col" className="product-table__title">
                Title
              </th>
              <th scope="col">Short-hand name</th>
              <th scope="col" className="product-table__sold">
                Sold, 30 days
              </th>
            </tr>
          </thead>
          <ProductRows key={page} rows={rows} draft={draft} dispatch={dispatch} />
        </table>
      )}
    </Panel>
  );
});

/** The number of rows that are drawn first, enough to fill most screens. */
const firstRows = 12;

interface RowsStyle extends CSSProperties {
  readonly '--rows-to-draw': number;
}

interface RowsProps extends Pick<Props, 'draft' | 'dispatch'> {
  readonly rows: readonly ProductSettings[];
}

/** The rows of a page. Those below the screen are drawn after the first paint; their space is reserved until then. */
function ProductRows({ rows, draft, dispatch }: RowsProps) {
  const isPainted = useAfterPaint<boolean>(true, false);
  const drawn = isPainted ? rows : rows.slice(0, firstRows);
  const style: RowsStyle = { '--rows-to-draw': rows.length - drawn.length };
  return (
    <tbody style={style}>
      {drawn.map((product) => (
        <ProductRow
          key={product.productId}
          product={product}
          entry={draft.get(product.productId)}
          dispatch={dispatch}
        />
      ))}
    </tbody>
  );
}

const trackedText = (tracked: number, all: number): string => `${formatCount(tracked)} of ${formatCount(all)} tracked`;

interface ShownProducts {
  readonly all: number;
  readonly loaded: number;
  readonly isSetUp: boolean;
}

/** The empty texts of section 2, and that of products that are not loaded yet. */
function emptyText({ all, loaded, isSetUp }: ShownProducts): string {
  if (loaded < all) return 'The other products are not loaded yet.';
  if (all > 0) return 'No products match your filter, try a different one.';
  return isSetUp
    ? 'Could not detect any products with recent sale'
    : 'Syncing your account from Amazon, this may take a while..';
}

const regionNames: ReadonlyMap<string, string> = new Map([
  ['NA', 'North America'],
  ['EU', 'Europe'],
  ['IN', 'India'],
]);

/** "North America, US and CA". */
function placesText({ region, marketplaces: codes }: Props['account']): string {
  const places = codes.length > 1 ? `${codes.slice(0, -1).join(', ')} and ${codes.at(-1)}` : codes.join('');
  return [regionNames.get(region) ?? region, places].filter(Boolean).join(', ');
}
