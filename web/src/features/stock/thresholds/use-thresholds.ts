import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { changeOwnSettings, putOwnSettings } from '@app/shared/contract/spreadsheets.ts';
import { call } from '../../../lib/http/call.ts';
import { worldKey } from '../../../world/triage.ts';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import type { StockRow } from '../stock-rows.ts';
import type { OwnThresholds } from '../../products/stock-state.ts';
import { putThresholds, type ThresholdChange } from './put-thresholds.ts';

/** Saves the product's own thresholds; the change can be undone for 10 s. */
export function useThresholds(onSaved: () => void) {
  const client = useQueryClient();
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  /** The thresholds before the first attempt, which may have saved a half of them. */
  const before = useRef<OwnThresholds | null>(null);
  const tried = useRef(new Set<string>());
  const put = async (productId: string, change: ThresholdChange): Promise<string | null> => {
    const failed = await putThresholds(change, {
      send: (type, settings, seen) => {
        const params = { type, productId };
        return seen === null
          ? call(putOwnSettings, { params, body: settings })
          : call(changeOwnSettings, { params, body: { settings, seen } });
      },
      tried: tried.current,
    });
    const refreshed = client.invalidateQueries({ queryKey: worldKey });
    // After a failure the next attempt starts from what is saved now, so the fresh thresholds are awaited.
    if (failed !== null) await refreshed;
    return failed;
  };
  const save = async ({ product: { productId }, ownThresholds }: StockRow, thresholds: OwnThresholds) => {
    setSaving(true);
    setFailure(null);
    const first = (before.current ??= ownThresholds);
    const failed = await put(productId, { to: thresholds, from: ownThresholds });
    setFailure(failed);
    setSaving(false);
    if (failed !== null) return;
    const undo = async () => {
      const notUndone = await put(productId, { to: first, from: thresholds });
      if (notUndone !== null) showToast('Could not be undone. Please change it back by hand', { level: 'alert' });
    };
    showToast('Thresholds saved', { onUndo: () => void undo() });
    onSaved();
  };
  return { isSaving, failure, save };
}
