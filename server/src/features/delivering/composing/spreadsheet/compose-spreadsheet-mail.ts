import type { Context } from '../../../../context.ts';
import { excelType } from '../../../../lib/spreadsheet/spreadsheet.ts';
import { downloadUrl } from '../../../sales-spreadsheet/download-spreadsheet.ts';
import { readParts } from '../../../sales-spreadsheet/file-parts.ts';
import { failedMail, fileNameOf, readyMail } from '../../../sales-spreadsheet/spreadsheet-mail.ts';
import { findByMessage, type SentSpreadsheet } from '../../../sales-spreadsheet/spreadsheet-queries.ts';
import type { ClaimedMessage } from '../../outbox/message.ts';
import type { ComposedMail } from '../../transports/composed-mail.ts';

type ComposeContext = Pick<Context, 'db' | 'keys' | 'config'>;

/**
 * The smallest limit that mail servers have by default is 10 MB, of Exchange. An attachment takes 37 % more than its
 * bytes, for base64 and its line ends, and the texts of the mail come with it.
 */
const mostAttachedBytes = 7_000_000;

export async function composeSpreadsheetMail(ctx: ComposeContext, message: ClaimedMessage): Promise<ComposedMail> {
  const { tenantId, messageId } = message;
  const sent = await ctx.db.tenant(tenantId, (tx) => findByMessage(tx, tenantId, messageId));
  if (!sent) return { next: 'drop', reason: 'The spreadsheet or the address was removed before the mail was sent' };
  const { recipient } = sent;
  if (!recipient.isVerified || recipient.isStopped || recipient.email !== message.recipient) {
    return { next: 'drop', reason: 'The address is not verified any more' };
  }
  if (!sent.maySeeAll) {
    return { next: 'drop', reason: 'The address may no longer see all seller accounts in the spreadsheet' };
  }
  const { publicUrl } = ctx.config;
  if (sent.state === 'failed') return { next: 'send', mail: failedMail({ sent, publicUrl }) };
  if (sent.byteCount > mostAttachedBytes) {
    return { next: 'send', mail: readyMail({ sent, publicUrl, link: downloadUrl(ctx, sent) }) };
  }
  const files = [await fileOf(ctx, sent)];
  return { next: 'send', mail: { ...readyMail({ sent, publicUrl, link: null }), files } };
}

async function fileOf(ctx: ComposeContext, sent: SentSpreadsheet) {
  const parts: Buffer[] = [];
  for await (const part of readParts(ctx, sent)) parts.push(part);
  return { filename: fileNameOf(sent), contentType: excelType, content: Buffer.concat(parts) };
}
