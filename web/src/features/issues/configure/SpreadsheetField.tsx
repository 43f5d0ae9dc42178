import { IconDownload } from '@tabler/icons-react';
import { exportSpreadsheet, spreadsheetFileName, type SpreadsheetPrefix } from '@app/shared/contract/spreadsheets.ts';
import { httpRequest } from '../../../lib/http/http-request.ts';
import { buttonClass } from '../../../ui/fields/Button.tsx';
import { FileButton } from '../../../ui/fields/FileButton.tsx';
import { ImportPreview } from '../../../ui/overlays/ImportPreview.tsx';
import { ImportProblem } from '../../../ui/overlays/ImportProblem.tsx';
import { useSpreadsheetImport } from './use-spreadsheet-import.ts';

/** Exports and imports settings of many products as an Excel file. */
export function SpreadsheetField({ prefix }: { readonly prefix: SpreadsheetPrefix }) {
  const { isSending, problem, preview, look, apply, dropPreview, dropProblem } = useSpreadsheetImport(prefix);
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
        <FileButton fileLabel="Spreadsheet to upload" busy={isSending} onFile={(file) => void look(file)}>
          Upload spreadsheet
        </FileButton>
      </p>
      {problem !== null && <ImportProblem problem={problem} onClose={dropProblem} />}
      {preview && (
        <ImportPreview
          title="Import spreadsheet"
          outcome={preview.outcome}
          isOvertaken={preview.isOvertaken}
          isSending={isSending}
          onApply={() => void apply()}
          onClose={dropPreview}
        />
      )}
    </div>
  );
}
