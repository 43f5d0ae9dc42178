import { type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import type { Product } from '@app/shared/contract/world.ts';
import { Panel } from '../../ui/layout/Panel.tsx';
import { SeveritySign } from '../../ui/signs/SeveritySign.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { VirtualRows } from '../../ui/layout/VirtualRows.tsx';
import { RunwayHead } from './RunwayHead.tsx';
import { RunwayRow } from './RunwayRow.tsx';
import { runwayNote } from './runway-note.ts';
import type { StockOrder } from './stock-order.ts';
import type { StockRow } from './stock-rows.ts';
import { isForPage } from '../../ui/hooks/single-key.ts';
import { hourMs } from '@app/shared/base/time.ts';
import { productCount } from '@app/shared/base/format-count.ts';
import type { Staleness } from '../../world/staleness.ts';

interface Props {
  readonly rows: readonly StockRow[];
  readonly order: StockOrder;
  readonly onOrder: (order: StockOrder) => void;
  readonly stalenessOf: (product: Product) => Staleness;
  readonly onOpen: (productId: string) => void;
  readonly onSet: (productId: string) => void;
}

const rowHeight = 50;

export function RunwayTable({ rows, order, onOrder, stalenessOf, onOpen, onSet }: Props) {
  const now = useNow();
  const hour = now - (now % hourMs);
  const table = useRef<HTMLTableElement>(null);
  useRowKeys(table);
  const keyOf = useCallback((index: number) => rows[index]?.product.productId ?? String(index), [rows]);
  const note = useMemo(() => runwayNote(rows, order), [rows, order]);
  return (
    <Panel title="Runway" note={note} aside={<RunwayLegend />}>
      <UnsetNote rows={rows} />
      <div className="runway-box">
        <table ref={table} className="runway" aria-label="Runway" aria-rowcount={rows.length + 1}>
          <RunwayHead order={order} onOrder={onOrder} />
          <VirtualRows count={rows.length} estimate={rowHeight} keyOf={keyOf}>
            {(frame, key) => {
              const row = rows[frame.index];
              if (!row) return null;
              return (
                <RunwayRow
                  key={key}
                  frameRef={frame.ref}
                  index={frame.index}
                  row={row}
                  staleness={stalenessOf(row.product)}
                  now={hour}
                  onOpen={onOpen}
                  onSet={onSet}
                />
              );
            }}
          </VirtualRows>
        </table>
      </div>
    </Panel>
  );
}

/** The sentence of section 8 about missing thresholds, once for all products to which it applies. */
function UnsetNote({ rows }: Pick<Props, 'rows'>) {
  const unset = useMemo(() => rows.filter(({ state }) => state === 'unset').length, [rows]);
  if (unset === 0) return null;
  const many = productCount(unset);
  return (
    <p className="runway-unset meta">
      <SeveritySign level="starting" size={14} />
      <span>{many}: No alert thresholds have been set yet. Use setup at the top.</span>
    </p>
  );
}

/** The legend of the bars, whose length is in days. */
const RunwayLegend = () => (
  <ul className="runway-legend" aria-label="Legend">
    <li>
      <i className="runway-legend__mark bar__stock" aria-hidden="true" />
      In stock
    </li>
    <li>
      <i className="runway-legend__mark bar__way" aria-hidden="true" />
      On the way
    </li>
    <li>
      <i className="runway-legend__mark bar__empty" aria-hidden="true" />
      Empty shelf
    </li>
    <li>
      <i className="runway-legend__line" aria-hidden="true" />
      Alert at
    </li>
  </ul>
);

const steps: Readonly<Record<string, 1 | -1>> = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 };

/** The keys j and k, or the arrow keys once a row has the focus, move between products; Enter opens one. */
function useRowKeys(table: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      const step = steps[event.key];
      if (step === undefined || !isForPage(event)) return;
      const names = [...(table.current?.querySelectorAll<HTMLElement>('.line__open') ?? [])];
      const at = names.findIndex((name) => name.closest('tr')?.contains(document.activeElement));
      // Without a focused row the arrow keys scroll the page.
      if (at < 0 && event.key.startsWith('Arrow')) return;
      const next = names[at < 0 ? 0 : Math.min(names.length - 1, Math.max(0, at + step))];
      next?.focus({ preventScroll: true });
      next?.closest('tr')?.scrollIntoView({ block: 'nearest' });
      event.preventDefault();
    };
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, [table]);
}
