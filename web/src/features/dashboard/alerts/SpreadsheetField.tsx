import { IconDownload, IconUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  exportSpreadsheet,
  importSpreadsheet,
  spreadsheetFileName,
  type SpreadsheetPrefix,
} from '@app/shared/contract/spreadsheets.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { call } from '../../../lib/call.ts';
import { httpRequest } from '../../../lib/http-request.ts';
import { worldKey } from '../../../lib/world-triage.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button, buttonClass } from '../../../ui/Button.tsx';
import { showToast } from '../../../ui/toast-store.ts';

/** Settings of many products at once: out as an Excel file, and in again. */
export function SpreadsheetField({ prefix }: { readonly prefix: SpreadsheetPrefix }) {
  const chooser = useRef<HTMLInputElement>(null);
  const { isSending, problem, send } = useImport(prefix);
  return (
    <div className="spreadsheet">
      <p className="meta">One row for each tracked product. An empty cell is the default.</p>
      <p className="configure__actions">
        <a
          className={buttonClass()}
          href={httpRequest(exportSpreadsheet, { params: { prefix } }).url}
          download={spreadsheetFileName(prefix)}
        >
          <IconDownload size={16} aria-hidden="true" />
          Download spreadsheet
        </a>
        <Button
          icon={<IconUpload size={16} aria-hidden="true" />}
          busy={isSending}
          onClick={() => chooser.current?.click()}
        >
          Upload spreadsheet
        </Button>
        <input
          ref={chooser}
          type="file"
          accept=".xlsx"
          aria-label="Spreadsheet to upload"
          hidden
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file) void send(file);
            // The same file may be chosen again once it is mended.
            currentTarget.value = '';
          }}
        />
      </p>
      {problem !== null && (
        <Banner level="alert">
          <span className="spreadsheet__problem">{problem}</span>
        </Banner>
      )}
    </div>
  );
}

/** The texts of section 8, and beneath them what exactly is wrong. */
function useImport(prefix: SpreadsheetPrefix) {
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
