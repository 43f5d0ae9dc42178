import type { AppError } from '@app/shared/base/errors.ts';
import { html } from '../../lib/mail/html.ts';
import { mailPage } from '../../lib/mail/layout.ts';
import { button, heading, paragraph } from '../../lib/mail/parts.ts';
import { mostKept } from './spreadsheet-mail.ts';

/** The page for a browser whose link does not lead to a file any more, in the layout of the mail that it came from. */
export const refusalPage = ({ message }: AppError, { publicUrl }: { readonly publicUrl: string }): string =>
  mailPage({
    title: 'The spreadsheet cannot be downloaded',
    preview: message,
    rows: [
      heading('The spreadsheet cannot be downloaded'),
      paragraph(message),
      button({ label: 'Request it again', url: `${publicUrl}/settings#spreadsheet` }),
    ],
    footer: html`A spreadsheet is kept for seven days, and at most ${mostKept} of an account are kept.`,
  });
