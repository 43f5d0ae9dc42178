import { IconChevronRight, IconFileSpreadsheet } from '@tabler/icons-react';
import { useState } from 'react';
import type { SpreadsheetSubject } from './spreadsheet-form.ts';
import { SpreadsheetRequest } from './SpreadsheetRequest.tsx';
import './sales-spreadsheet.css';

interface Props {
  readonly title: string;
  readonly note: string;
  readonly subject: SpreadsheetSubject | null;
  readonly startsOpen?: boolean;
}

/** A collapsible section with the request of a spreadsheet; it loads nothing before it is opened. */
export function SpreadsheetAccordion({ title, note, subject, startsOpen = false }: Props) {
  const [isOpen, setOpen] = useState(startsOpen);
  return (
    <details className="sheet-fold" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <IconFileSpreadsheet size={18} aria-hidden="true" />
        <span className="grow">
          <b>{title}</b> <span className="meta">{note}</span>
        </span>
        <IconChevronRight size={16} aria-hidden="true" className="sheet-fold__chevron" />
      </summary>
      {isOpen && <SpreadsheetRequest subject={subject} />}
    </details>
  );
}
