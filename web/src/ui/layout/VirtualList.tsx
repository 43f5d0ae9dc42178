import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useRef, type ReactNode } from 'react';
import { useOffsetInPage } from '../hooks/use-offset-in-page.ts';
import { OnPaper } from './OnPaper.tsx';

interface Props {
  readonly count: number;
  /** The height of a row in px, until it is measured, or always with `isFixed`. */
  readonly estimate: number;
  readonly gap?: number;
  /** Rows that all have the estimated height are not measured. */
  readonly isFixed?: boolean;
  /** The number of rows that are drawn beyond the window on either side. */
  readonly overscan?: number;
  readonly keyOf: (index: number) => string;
  readonly children: (index: number) => ReactNode;
  /** The list on paper, if it has other rows than the one on the screen. */
  readonly onPaper?: ReactNode;
}

/** Rows that scroll with the page; only those near the window are in the document, but all of them are printed. */
export function VirtualList(props: Props) {
  const { count, children, onPaper = <OnPaper entries={count}>{children}</OnPaper> } = props;
  return (
    <>
      <OnScreen {...props} />
      {onPaper}
    </>
  );
}

function OnScreen({ count, estimate, isFixed = false, gap = 0, overscan = 4, keyOf, children }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const offset = useOffsetInPage(list, 'list');
  // oxlint-disable-next-line react/incompatible-library -- the virtualizer re-renders this component itself
  const rows = useWindowVirtualizer({
    count,
    estimateSize: () => estimate,
    gap,
    overscan,
    scrollMargin: offset,
    getItemKey: keyOf,
    // A row that is drawn a frame late goes unnoticed, unlike a row that delays the frame.
    useFlushSync: false,
  });
  return (
    <div ref={list} className="on-screen" style={{ height: rows.getTotalSize(), position: 'relative' }}>
      {rows.getVirtualItems().map((row) => (
        <div
          key={row.key}
          data-index={row.index}
          ref={isFixed ? undefined : rows.measureElement}
          style={{ position: 'absolute', inset: '0 0 auto', transform: `translateY(${row.start - offset}px)` }}
        >
          {children(row.index)}
        </div>
      ))}
    </div>
  );
}
