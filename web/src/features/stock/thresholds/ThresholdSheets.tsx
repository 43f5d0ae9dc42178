import { IconDownload } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { exportSpreadsheet, spreadsheetFileName, type SpreadsheetPrefix } from '@app/shared/contract/spreadsheets.ts';
import type { WorldAnswer } from '@app/shared/contract/world.ts';
import { keepLast } from '../../../lib/http/keep-last.ts';
import { httpRequest } from '../../../lib/http/http-request.ts';
import { buttonClass } from '../../../ui/fields/Button.tsx';
import { FileButton } from '../../../ui/fields/FileButton.tsx';
import { ImportPreview } from '../../../ui/overlays/ImportPreview.tsx';
import { ImportProblem } from '../../../ui/overlays/ImportProblem.tsx';
import { frequencyText } from '../../issues/card/frequency-text.ts';
import { useSpreadsheetImport } from '../../issues/configure/use-spreadsheet-import.ts';
import { DefaultThresholds } from './DefaultThresholds.tsx';
import { SheetToggle } from './SheetToggle.tsx';
import { sheetsOf, type Sheet } from './threshold-counts.ts';

const keptSheets = keepLast((watchDogs: WorldAnswer['watchDogs'], products: WorldAnswer['products']) =>
  sheetsOf({ watchDogs, products }),
);

/** The setup at the top of the stock view: exports each spreadsheet for changes in many rows, and imports it. */
export function ThresholdSheets({ world }: { readonly world: WorldAnswer }) {
  const sheets = keptSheets(world.watchDogs, world.products);
  return (
    <section className="panel sheets" aria-label="Setup">
      <DefaultThresholds world={world} />
      {sheets.map((sheet) => (
        <SheetLine key={sheet.title} sheet={sheet} />
      ))}
    </section>
  );
}

function SheetLine({ sheet }: { readonly sheet: Sheet }) {
  const { title, watchdog, group, set } = sheet;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const prefix = watchdog.spreadsheet?.prefix;
  const { isSending, problem, preview, look, apply, dropPreview, dropProblem } = useSpreadsheetImport(
    prefix ?? 'inventory',
  );
  return (
    <div className="sheet">
      <div className="sheet__head">
        <SheetToggle
          title={title}
          note={group.alertsEnabled ? `${set}, ${frequencyText(group.checkFrequencyMinutes)}` : 'not part of your plan'}
          isOpen={isOpen}
          controls={id}
          onToggle={() => setOpen(!isOpen)}
        />
        {prefix && (
          <SheetActions title={title} prefix={prefix} isSending={isSending} onFile={(file) => void look(file)} />
        )}
      </div>
      {problem !== null && <ImportProblem problem={problem} onClose={dropProblem} />}
      {preview && (
        <ImportPreview
          title={`Import ${title}`}
          outcome={preview.outcome}
          isOvertaken={preview.isOvertaken}
          isSending={isSending}
          onApply={() => void apply()}
          onClose={dropPreview}
        />
      )}
      {isOpen && <SheetHelp id={id} sheet={sheet} />}
    </div>
  );
}

interface ActionsProps {
  readonly title: string;
  readonly prefix: SpreadsheetPrefix;
  readonly isSending: boolean;
  readonly onFile: (file: File) => void;
}

function SheetActions({ title, prefix, isSending, onFile }: ActionsProps) {
  return (
    <>
      <a
        className={buttonClass({ variant: 'ghost', size: 'sm' })}
        href={httpRequest(exportSpreadsheet, { params: { prefix } }).url}
        download={spreadsheetFileName(prefix)}
        aria-label={`Export ${title}`}
      >
        <IconDownload size={16} aria-hidden="true" />
        Export
      </a>
      <FileButton
        variant="ghost"
        size="sm"
        aria-label={`Import ${title}`}
        fileLabel={`Spreadsheet of ${title}`}
        busy={isSending}
        onFile={onFile}
      >
        Import
      </FileButton>
    </>
  );
}

function SheetHelp({ id, sheet: { watchdog } }: { readonly id: string; readonly sheet: Sheet }) {
  return (
    <div id={id} className="sheet__help">
      <p>{watchdog.about}</p>
      <p className="meta">
        Export gives an Excel file with one row for each tracked product. Change these columns and import it again; you
        see what changes before it does. An empty cell takes the default of the brand or seller account, if there is
        one; “none” takes no default.
      </p>
      <dl className="sheet__columns">
        {Object.values(watchdog.spreadsheet?.columns ?? {}).map(({ header, help }) => (
          <div key={header}>
            <dt>{header}</dt>
            <dd>{help}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
