import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useRef, type ReactNode, type Ref } from 'react';
import { useIsPrinting } from '../hooks/use-is-printing.ts';
import { useOffsetInPage } from '../hooks/use-offset-in-page.ts';
import { printedPart } from './printed-part.ts';

/** The attributes that each row's `tr` must have. */
interface RowFrame {
  readonly index: number;
  readonly ref: Ref<HTMLTableRowElement>;
}

interface Props {
  readonly count: number;
  /** The height of a row in px until it is measured. */
  readonly estimate: number;
  readonly keyOf: (index: number) => string;
  /** Draws the `tr` of a row with these attributes and this key. */
  readonly children: (frame: RowFrame, key: string) => ReactNode;
}

/**
 * The body of a table that scrolls with the page; only the rows near the window are in the document, but all of them are
 * printed.
 */
export function VirtualRows(props: Props) {
  return (
    <>
      <RowsOnScreen {...props} />
      <RowsOnPaper {...props} />
    </>
  );
}

function RowsOnPaper({ count, keyOf, children }: Props) {
  if (!useIsPrinting()) return null;
  const { rows, rest } = printedPart(count);
  return (
    <tbody className="on-paper">
      {Array.from({ length: rows }, (_, index) => children({ index, ref: null }, keyOf(index)))}
      {rest && (
        <tr>
          {/* The cell is as wide as the table, which has fewer columns. */}
          <td colSpan={100} className="meta on-paper__rest">
            {rest}
          </td>
        </tr>
      )}
    </tbody>
  );
}

function RowsOnScreen({ count, estimate, keyOf, children }: Props) {
  const top = useRef<HTMLTableSectionElement>(null);
  const offset = useOffsetInPage(top, 'table');
  // oxlint-disable-next-line react/incompatible-library -- the virtualizer re-renders this component itself
  const rows = useWindowVirtualizer({
    count,
    estimateSize: () => estimate,
    overscan: 4,
    scrollMargin: offset,
    getItemKey: keyOf,
    useFlushSync: false,
  });
  const drawn = rows.getVirtualItems();
  const before = (drawn[0]?.start ?? offset) - offset;
  const after = rows.getTotalSize() - ((drawn.at(-1)?.end ?? offset) - offset);
  return (
    <>
      <tbody ref={top} className="on-screen" aria-hidden="true">
        <Space height={before} />
      </tbody>
      <tbody className="on-screen">
        {drawn.map((row) => children({ index: row.index, ref: rows.measureElement }, String(row.key)))}
      </tbody>
      <tbody className="on-screen" aria-hidden="true">
        <Space height={after} />
      </tbody>
    </>
  );
}

/** An empty row with the height of all rows that are not drawn. */
const Space = ({ height }: { readonly height: number }) => (height > 0 ? <tr style={{ height }} /> : null);
