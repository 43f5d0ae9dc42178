import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  importSpreadsheet,
  spreadsheetFileName,
  type ImportOutcome,
  type SpreadsheetPrefix,
} from '@app/shared/contract/spreadsheets.ts';
import { ApiError } from '../../../lib/http/api-error.ts';
import { call } from '../../../lib/http/call.ts';
import { worldKey } from '../../../world/triage.ts';
import { showToast } from '../../../ui/overlays/toast-store.ts';

interface ImportPreview {
  readonly file: File;
  readonly outcome: ImportOutcome;
}

/** Imports a spreadsheet after a look at what it changes; shows the texts of section 8, with the errors beneath. */
export function useSpreadsheetImport(prefix: SpreadsheetPrefix) {
  const client = useQueryClient();
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [preview, setPreview] = useState<ImportPreview | null>(null);
  const attempt = async (send: () => Promise<void>) => {
    setSending(true);
    setProblem(null);
    try {
      await send();
    } catch (error) {
      setPreview(null);
      showToast('Error during spreadsheet import', { level: 'alert' });
      setProblem(error instanceof ApiError ? error.message : null);
    } finally {
      setSending(false);
    }
  };
  const look = (file: File) =>
    attempt(async () => {
      const outcome = await call(importSpreadsheet, inputOf(prefix, file, 'true'));
      if (isWorthALook(outcome)) setPreview({ file, outcome });
      else showToast('Spreadsheet successfully imported, nothing is different');
    });
  const apply = ({ file }: ImportPreview) =>
    attempt(async () => {
      await call(importSpreadsheet, inputOf(prefix, file, 'false'));
      setPreview(null);
      void client.invalidateQueries({ queryKey: worldKey });
      showToast('Spreadsheet successfully imported');
    });
  return { isSending, problem, preview, look, apply, dropPreview: () => setPreview(null) };
}

function inputOf(prefix: SpreadsheetPrefix, file: File, preview: 'true' | 'false') {
  const body = new FormData();
  body.append('file', file, spreadsheetFileName(prefix));
  return { params: { prefix }, query: { preview }, body };
}

const isWorthALook = ({ added, changed, removed, skipped, refused }: ImportOutcome): boolean =>
  added + changed + removed + skipped.count + refused.count > 0;
