import type { Invoice } from '@app/shared/contract/billing.ts';
import { Severity } from '../../../ui/signs/SeveritySign.tsx';
import { shortDate } from '../days.ts';
import { dollars } from '../money.ts';
import { invoiceStatus } from './invoice-status.ts';
import '../billing-table.css';
import './history.css';

interface Props {
  readonly invoices: readonly Invoice[];
  /** The minutes ahead of UTC by which the server has shifted the days. */
  readonly timezoneOffsetMinutes: number;
}

/** All invoices, newest first. */
export function InvoiceTable({ invoices, timezoneOffsetMinutes }: Props) {
  if (invoices.length === 0) return <p className="dim invoices__empty">You have no invoices yet</p>;
  return (
    <table className="billing-table invoices" aria-label="Billing history">
      <thead>
        <tr>
          <th scope="col">Start date</th>
          <th scope="col">Amount (USD)</th>
          <th scope="col">End date</th>
          <th scope="col">Status</th>
          <th scope="col">Invoice</th>
        </tr>
      </thead>
      <tbody>
        {invoices.map((invoice) => (
          <InvoiceRow key={invoice.number} invoice={invoice} timezoneOffsetMinutes={timezoneOffsetMinutes} />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps extends Pick<Props, 'timezoneOffsetMinutes'> {
  readonly invoice: Invoice;
}

function InvoiceRow({ invoice, timezoneOffsetMinutes }: RowProps) {
  const { text, level } = invoiceStatus(invoice);
  return (
    <tr>
      <th scope="row">{shortDate(invoice.from, timezoneOffsetMinutes)}</th>
      <td>{dollars(invoice.totalAmount)}</td>
      <td>{shortDate(invoice.to, timezoneOffsetMinutes)}</td>
      <td>
        <Severity level={level} size={14}>
          {text}
        </Severity>
      </td>
      <td>
        <InvoiceLinks invoice={invoice} />
      </td>
    </tr>
  );
}

function InvoiceLinks({ invoice: { url, pdfUrl, number } }: { readonly invoice: Invoice }) {
  if (!url && !pdfUrl) return <span className="meta">being prepared</span>;
  return (
    <span className="invoices__links">
      {url && (
        <a href={url} target="_blank" rel="noreferrer" aria-label={`Invoice ${number}`}>
          Invoice
        </a>
      )}
      {pdfUrl && (
        <a href={pdfUrl} target="_blank" rel="noreferrer" aria-label={`PDF of invoice ${number}`}>
          PDF
        </a>
      )}
    </span>
  );
}
