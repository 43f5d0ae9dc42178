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

// The last results are kept, so that the view is shown at once when it is opened again.
const rowsOf = keepLast(stockRows);
const sortedBy = keepLast((rows: readonly StockRow[], order: StockOrder, problemsOnTop: boolean) =>
  inStockOrder(rows, { order, problemsOnTop }),
);

interface Props {
  readonly model: HomeModel;
  readonly problemsOnTop: boolean;
  readonly onOpen: (productId: string) => void;
}

/** The runway of all products, shortest first, below the thresholds. */
export function StockView({ model, problemsOnTop, onOpen }: Props) {
  const { world, shown, stalenessOf } = model;
  const [order, setOrder] = useState(defaultOrder);
  const [settingId, setSettingId] = useState<string | null>(null);
  // The column heads respond immediately; the rows, up to ten thousand, are drawn after the paint.
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
        stalenessOf={stalenessOf}
        onOpen={onOpen}
        onSet={setSettingId}
      />
      {setting && <ThresholdsDialog row={setting} onClose={() => setSettingId(null)} />}
    </>
  );
}
