import { IconDownload } from '@tabler/icons-react';
import { exportProducts, importProducts, productSheetName } from '@app/shared/contract/product-sheet.ts';
import type { ImportQuery } from '@app/shared/contract/spreadsheets.ts';
import { call } from '../../lib/http/call.ts';
import { httpRequest } from '../../lib/http/http-request.ts';
import { buttonClass } from '../../ui/fields/Button.tsx';
import { FileButton } from '../../ui/fields/FileButton.tsx';
import { ImportPreview } from '../../ui/overlays/ImportPreview.tsx';
import { ImportProblem } from '../../ui/overlays/ImportProblem.tsx';
import { useImport } from '../../ui/overlays/use-import.ts';
import { doneText } from './tracking-words.ts';

interface Props {
  readonly onImported: () => void;
}

/** Exports and imports the settings of all products as a spreadsheet. */
export function ProductSheet({ onImported }: Props) {
  const { isSending, problem, preview, look, apply, dropPreview, dropProblem } = useImport({
    send: sendSheet,
    onImported,
    doneText: ({ heldBack = 0 }) => doneText('Spreadsheet successfully imported', heldBack),
  });
  return (
    <>
      <a className={buttonClass()} href={httpRequest(exportProducts, {}).url} download={productSheetName}>
        <IconDownload size={16} aria-hidden="true" />
        Export
      </a>
      <FileButton fileLabel="Spreadsheet to import" busy={isSending} onFile={(file) => void look(file)}>
        Import
      </FileButton>
      {problem !== null && <ImportProblem problem={problem} onClose={dropProblem} />}
      {preview && (
        <ImportPreview
          title="Import spreadsheet"
          outcome={preview.outcome}
          isOvertaken={preview.isOvertaken}
          words={words}
          isSending={isSending}
          onApply={() => void apply()}
          onClose={dropPreview}
        />
      )}
    </>
  );
}

const words = {
  added: ['will be tracked', 'will be tracked'],
  changed: ['changes', 'change'],
  removed: ['will be ignored', 'will be ignored'],
} as const;

function sendSheet(file: File, query: ImportQuery) {
  const body = new FormData();
  body.append('file', file, file.name);
  return call(importProducts, { query, body });
}
