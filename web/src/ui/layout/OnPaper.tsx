import { Fragment, type ReactNode } from 'react';
import { useIsPrinting } from '../hooks/use-is-printing.ts';
import { printedPart } from './printed-part.ts';

interface Props {
  readonly entries: number;
  /** The number of entries in a row. */
  readonly perRow?: number;
  /** Draws a row. */
  readonly children: (row: number) => ReactNode;
}

/**
 * The rows of a list on paper. On the screen only the rows near the window are drawn, each at its place; these here stay
 * beside them while the page is being printed, so that the screen is the same afterwards.
 */
export function OnPaper({ entries, perRow, children }: Props) {
  if (!useIsPrinting()) return null;
  const { rows, rest } = printedPart(entries, perRow);
  return (
    <div className="on-paper">
      {Array.from({ length: rows }, (_, row) => (
        <Fragment key={row}>{children(row)}</Fragment>
      ))}
      {rest && <p className="meta on-paper__rest">{rest}</p>}
    </div>
  );
}
