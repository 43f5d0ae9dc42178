import { useQueryClient } from '@tanstack/react-query';
import { importSpreadsheet, spreadsheetFileName, type SpreadsheetPrefix } from '@app/shared/contract/spreadsheets.ts';
import { call } from '../../../lib/http/call.ts';
import { useImport } from '../../../ui/overlays/use-import.ts';
import { worldKey } from '../../../world/triage.ts';

/** Imports the spreadsheet with the settings of many products. */
export function useSpreadsheetImport(prefix: SpreadsheetPrefix) {
  const client = useQueryClient();
  return useImport({
    send: (file, query) => {
      const body = new FormData();
      body.append('file', file, spreadsheetFileName(prefix));
      return call(importSpreadsheet, { params: { prefix }, query, body });
    },
    onImported: () => void client.invalidateQueries({ queryKey: worldKey }),
  });
}
