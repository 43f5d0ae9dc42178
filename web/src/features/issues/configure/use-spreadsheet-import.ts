import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { importSpreadsheet, spreadsheetFileName, type SpreadsheetPrefix } from '@app/shared/contract/spreadsheets.ts';
import { ApiError } from '../../../lib/http/api-error.ts';
import { call } from '../../../lib/http/call.ts';
import { worldKey } from '../../../world/triage.ts';
import { showToast } from '../../../ui/overlays/toast-store.ts';

/** Imports a spreadsheet; shows the texts of section 8, with the errors of the file beneath them. */
export function useSpreadsheetImport(prefix: SpreadsheetPrefix) {
  const client = useQueryClient();
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const send = async (file: File) => {
    setSending(true);
    setProblem(null);
    const body = new FormData();
    body.append('file', file, spreadsheetFileName(prefix));
    try {
      await call(importSpreadsheet, { params: { prefix }, body });
      void client.invalidateQueries({ queryKey: worldKey });
      showToast('Spreadsheet successfully imported');
    } catch (error) {
      showToast('Error during spreadsheet import', { level: 'alert' });
      setProblem(error instanceof ApiError ? error.message : null);
    } finally {
      setSending(false);
    }
  };
  return { isSending, problem, send };
}
