import { dayOf } from '@app/shared/base/calendar-day.ts';
import { composeLetter, type LetterTable, type MailContent } from '../../lib/mail/letter.ts';
import type { SheetColumn } from '../../lib/spreadsheet/spreadsheet.ts';
import { salesColumns } from './rows/columns.ts';
import type { SentSpreadsheet } from './spreadsheet-queries.ts';

interface Days {
  readonly from: string;
  readonly to: string;
}

export const readySubject = ({ from, to }: Days): string => `Your sales from ${from} to ${to}`;
export const failedSubject = 'Your sales spreadsheet could not be compiled';

/** The name of the file in the mail and of the download. */
export const fileNameOf = ({ fromDay, toDay }: Pick<SentSpreadsheet, 'fromDay' | 'toDay'>): string =>
  `sales-${fromDay}-to-${toDay}.xlsx`;

/** The number of files that are kept per tenant. A file of 10,000 products and two years has about 400 MB. */
export const mostKept = 10;

interface LetterInput {
  readonly sent: SentSpreadsheet;
  readonly publicUrl: string;
  /** The address of the download; `null` if the file is attached. */
  readonly link: string | null;
}

const columns: readonly SheetColumn[] = salesColumns;
/** Columns with the same explanation share a row. */
const aboutColumns: LetterTable = {
  title: 'About the columns',
  rows: [...Map.groupBy(columns, ({ help }) => help)].flatMap(([help, explained]) =>
    help === undefined ? [] : [{ name: explained.map(({ header }) => header).join(', '), text: help }],
  ),
};

const count = (rows: number): string => (rows === 1 ? 'one row' : `${rows.toLocaleString('en-US')} rows`);

export function readyMail({ sent, publicUrl, link }: LetterInput): MailContent {
  const { fromDay, toDay, rowCount, expiresAt, recipient } = sent;
  const contents =
    rowCount === 0
      ? 'Nothing is known of these days yet, so the file has no rows.'
      : `The file has ${count(rowCount)}, one for each product and day of which something is known.`;
  const place =
    link === null
      ? 'The Excel file is attached.'
      : `The Excel file is too large for a mail. The link works until ${dayOf(expiresAt)}, or until ${mostKept} later spreadsheets of your account are compiled; whoever has it can download the file.`;
  return composeLetter(recipient.email, {
    subject: readySubject({ from: fromDay, to: toDay }),
    paragraphs: [`Here are your sales by product and day, from ${fromDay} to ${toDay}. ${contents}`, place],
    table: aboutColumns,
    action:
      link === null
        ? { label: 'Open Watchpost', url: `${publicUrl}/home` }
        : { label: 'Download the spreadsheet', url: link },
    why: `You get this because the spreadsheet was requested for ${recipient.email} in Watchpost.`,
  });
}

export const failedMail = ({ sent, publicUrl }: Omit<LetterInput, 'link'>): MailContent =>
  composeLetter(sent.recipient.email, {
    subject: failedSubject,
    paragraphs: [
      `Watchpost tried several times to compile your sales from ${sent.fromDay} to ${sent.toDay}, and failed. We have been told.`,
      'Nothing of your data is lost. A shorter range, or a single product, may work meanwhile.',
    ],
    action: { label: 'Request it again', url: `${publicUrl}/settings#spreadsheet` },
    why: `You get this because the spreadsheet was requested for ${sent.recipient.email} in Watchpost.`,
  });
