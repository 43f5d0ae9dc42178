import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { putOwnSettings } from '@app/shared/contract/spreadsheets.ts';
import { call } from '../../../lib/http/call.ts';
import { worldKey } from '../../../world/triage.ts';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { stockKinds } from '../../products/stock-kinds.ts';
import type { StockRow } from '../stock-rows.ts';
import type { OwnThresholds } from '../../products/stock-state.ts';

/** Saves the product's own thresholds; the change can be undone for 10 s. */
export function useThresholds(onSaved: () => void) {
  const client = useQueryClient();
  const [isSaving, setSaving] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const save = async (row: StockRow, thresholds: OwnThresholds) => {
    setSaving(true);
    setFailed(false);
    try {
      await put(client, row, { to: thresholds, from: row.ownThresholds });
      const undo = () => put(client, row, { to: row.ownThresholds, from: thresholds });
      showToast('Thresholds saved', {
        onUndo: () => void undo().catch(() => showToast('Could not be undone', { level: 'alert' })),
      });
      onSaved();
    } catch {
      setFailed(true);
    } finally {
      setSaving(false);
    }
  };
  return { isSaving, hasFailed, save };
}

interface Change {
  readonly from: OwnThresholds;
  readonly to: OwnThresholds;
}

async function put(client: QueryClient, { product: { productId } }: StockRow, { from, to }: Change): Promise<void> {
  const { alertDays, warningDays, lookbackDays: velocityLookbackDays, alertUnits: alertThreshold } = to;
  const isMoved = (...names: readonly (keyof OwnThresholds)[]) => names.some((name) => from[name] !== to[name]);
  if (isMoved('alertDays', 'warningDays', 'lookbackDays')) {
    const body = { alertDays, warningDays, velocityLookbackDays };
    await call(putOwnSettings, { params: { type: stockKinds.amazon, productId }, body });
  }
  if (isMoved('alertUnits')) {
    await call(putOwnSettings, { params: { type: stockKinds.own, productId }, body: { alertThreshold } });
  }
  await client.invalidateQueries({ queryKey: worldKey });
}
