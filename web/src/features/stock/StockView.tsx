import { useMemo, useState } from 'react';
import { useAfterPaint } from '../../ui/hooks/use-after-paint.ts';
import { keepLast } from '../../lib/http/keep-last.ts';
import type { HomeModel } from '../../world/home-model.ts';
import { RunwayTable } from './RunwayTable.tsx';
import { stockItemsOf } from '../products/stock-kinds.ts';
import { defaultOrder, inStockOrder, type StockOrder } from './stock-order.ts';
import { stockRows, type StockRow } from './stock-rows.ts';
import { ThresholdsDialog } from './thresholds/ThresholdsDialog.tsx';
import { ThresholdSheets } from './thresholds/ThresholdSheets.tsx';
import './stock.css';

// Who comes back to the stock finds it as it was, at once.
const rowsOf = keepLast(stockRows);
const sortedBy = keepLast((rows: readonly StockRow[], order: StockOrder, problemsOnTop: boolean) =>
  inStockOrder(rows, { order, problemsOnTop }),
);

interface Props {
  readonly model: HomeModel;
  readonly problemsOnTop: boolean;
  readonly onOpen: (productId: string) => void;
}

/** How long everything lasts, shortest first; above it the thresholds of all products. */
export function StockView({ model, problemsOnTop, onOpen }: Props) {
  const { world, shown, staleAt } = model;
  const [order, setOrder] = useState(defaultOrder);
  const [settingId, setSettingId] = useState<string | null>(null);
  // The header answers at once, ten thousand rows follow.
  const shownOrder = useAfterPaint(order);
  const items = useMemo(() => stockItemsOf(world.watchDogs), [world.watchDogs]);
  const rows = rowsOf(shown, items);
  const sorted = sortedBy(rows, shownOrder, problemsOnTop);
  const setting = settingId === null ? undefined : rows.find(({ product }) => product.productId === settingId);
  return (
    <>
      <ThresholdSheets world={world} />
      <RunwayTable
        rows={sorted}
        order={order}
        onOrder={setOrder}
        staleAt={staleAt}
        onOpen={onOpen}
        onSet={setSettingId}
      />
      {setting && <ThresholdsDialog row={setting} onClose={() => setSettingId(null)} />}
    </>
  );
}
