import { Readable } from 'node:stream';
import { AppError } from '@app/shared/base/errors.ts';
import { downloadSalesSpreadsheet } from '@app/shared/contract/sales-spreadsheet.ts';
import type { Context } from '../../context.ts';
import { openLink, signLink } from '../../lib/mail/signed-links.ts';
import { readParts } from './file-parts.ts';
import { fileNameOf } from './spreadsheet-mail.ts';
import { findSent, type SentSpreadsheet } from './spreadsheet-queries.ts';

const purpose = 'salesSpreadsheet';

/** The address of the download for one recipient. It is valid for as long as the file is kept. */
export function downloadUrl({ keys, config }: Pick<Context, 'keys' | 'config'>, sent: SentSpreadsheet): string {
  const { tenantId, spreadsheetId, expiresAt, recipient } = sent;
  const { emailAddressId, email } = recipient;
  const token = signLink(keys, { purpose, tenantId, emailAddressId, email, about: [spreadsheetId], expiresAt });
  return `${config.publicUrl}${downloadSalesSpreadsheet.path}?token=${token}`;
}

interface Download {
  readonly fileName: string;
  readonly byteCount: number;
  readonly bytes: Readable;
}

/** Opens the file of a link. Its address must still be verified and be allowed to see every seller account in the file. */
export async function openDownload(ctx: Pick<Context, 'db' | 'clock' | 'keys'>, token: string): Promise<Download> {
  const link = openLink(ctx.keys, token, ctx.clock.now());
  const [spreadsheetId] = link?.about ?? [];
  if (!link || link.purpose !== purpose || spreadsheetId === undefined) {
    throw new AppError('mailLinkExpired', {
      text: 'This link is out of date. Please request the spreadsheet again in Watchpost',
    });
  }
  const { tenantId, emailAddressId } = link;
  const sent = await ctx.db.tenant(tenantId, (tx) => findSent(tx, { tenantId, spreadsheetId, emailAddressId }));
  if (!sent?.recipient.isVerified || !link.isFor(sent.recipient.email)) throw new AppError('spreadsheetGone');
  if (!sent.maySeeAll) throw new AppError('addressLacksAccess');
  return { fileName: fileNameOf(sent), byteCount: sent.byteCount, bytes: Readable.from(readParts(ctx, sent)) };
}
