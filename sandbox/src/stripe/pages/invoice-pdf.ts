import { dayOf } from '@app/shared/base/calendar-day.ts';
import type { Invoice } from '../objects/invoice.ts';

export const dayText = (seconds: number): string => dayOf(new Date(seconds * 1000));
const amountOf = (cents: number): string => (cents / 100).toFixed(2);

/** The number of lines that one page holds. */
const mostLines = 40;

/** A PDF of one page with number, period, lines and total. */
export function invoicePdf(invoice: Invoice): Buffer {
  const lines = invoice.lines.data.slice(0, mostLines);
  const more = invoice.lines.data.length - lines.length;
  const rows = [
    ...lines.map(({ description, amount }) => `${(description ?? '').slice(0, 70)}   ${amountOf(amount)}`),
    ...(more > 0 ? [`and ${more} more lines`] : []),
  ];
  return pdfOf([
    `Invoice ${invoice.number ?? invoice.id}`,
    `${invoice.account_name} for ${invoice.customer_name ?? invoice.customer_email ?? invoice.customer}`,
    `Period ${dayText(invoice.period_start)} to ${dayText(invoice.period_end)}`,
    '',
    ...rows,
    '',
    `Total ${amountOf(invoice.total)} ${invoice.currency.toUpperCase()}`,
    `Amount due ${amountOf(invoice.amount_due)} ${invoice.currency.toUpperCase()}`,
  ]);
}

function pdfOf(lines: readonly string[]): Buffer {
  const shown = lines.map((line) => `(${escape(line)}) Tj T*`).join('\n');
  const content = `BT /F1 11 Tf 14 TL 56 780 Td\n${shown}\nET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ];
  const parts = ['%PDF-1.4\n', ...objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`)];
  const starts = parts.map((_part, index) => parts.slice(0, index).join('').length);
  const entries = starts.slice(1).map((start) => `${String(start).padStart(10, '0')} 00000 n \n`);
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${entries.join('')}`;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${parts.join('').length}\n%%EOF\n`;
  return Buffer.from(`${parts.join('')}${table}${trailer}`, 'latin1');
}

/** Escapes a text for a PDF string; a character that the font's encoding lacks becomes a question mark. */
const escape = (text: string): string =>
  text.replaceAll(/[\\()]/g, (sign) => `\\${sign}`).replaceAll(/[^\u0020-\u007E\u00A0-\u00FF]/g, '?');
