import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { previewSalesSpreadsheet, type SpreadsheetPreview as Preview } from '@app/shared/contract/sales-spreadsheet.ts';
import { mostPreviewDays } from '@app/shared/domain/sales-spreadsheet.ts';
import { ErrorState } from '../../ui/layout/ErrorState.tsx';
import { Skeleton, SkeletonArea } from '../../ui/layout/Skeleton.tsx';
import { query } from '../../lib/http/call.ts';
import { useFailed } from '../../lib/http/kept-failure.ts';
import { checkDays, subjectOf, type SpreadsheetForm, type SpreadsheetSubject } from './spreadsheet-form.ts';
import { latestDate } from './use-spreadsheet-request.ts';

interface Props {
  readonly form: SpreadsheetForm;
  readonly subject: SpreadsheetSubject | null;
}

/** The first rows of the file as it would be compiled now. */
export function SpreadsheetPreview({ form, subject }: Props) {
  const checked = checkDays(form, latestDate());
  const { includeAllProducts, ...named } = subjectOf(form, subject);
  const asked = {
    ...named,
    ...(includeAllProducts && { includeAllProducts: 'true' as const }),
    ...(checked.ok ? checked.days : {}),
  };
  const preview = useQuery({
    ...query(previewSalesSpreadsheet, { query: asked }),
    enabled: checked.ok,
    placeholderData: keepPreviousData,
  });
  const { data } = preview;
  const failed = useFailed(preview);
  if (!checked.ok) return <p className="dim">{checked.error}</p>;
  if (failed) return <ErrorState title="The preview did not load" {...failed} />;
  if (!data) {
    return (
      <SkeletonArea label="Loading the preview">
        <Skeleton height="240px" />
      </SkeletonArea>
    );
  }
  if (data.rows.length === 0) return <p className="dim">Nothing is known of these days yet.</p>;
  return <PreviewTable preview={data} />;
}

function PreviewTable({ preview: { columns, rows } }: { readonly preview: Preview }) {
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
      <section className="sheet-preview" tabIndex={0} aria-label="First rows of the spreadsheet">
        <table>
          <caption>
            First {rows.length === 1 ? 'row' : `${rows.length} rows`},{' '}
            <span className="meta">of {mostPreviewDays} days at most</span>
          </caption>
          <thead>
            <tr>
              {columns.map(({ header, help }) => (
                <th key={header} scope="col" title={help ?? undefined}>
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.slice(0, keyColumns).join(' ')}>
                {row.map((cell, index) => (
                  <td key={columns[index]?.header} data-number={typeof cell === 'number' || undefined}>
                    {cell ?? <span className="dim">–</span>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <details className="sheet-help">
        <summary>About the columns</summary>
        <dl>
          {columns.map(
            ({ header, help }) =>
              help !== null && (
                <div key={header}>
                  <dt>{header}</dt>
                  <dd>{help}</dd>
                </div>
              ),
          )}
        </dl>
      </details>
    </>
  );
}

/** Marketplace, ASIN, seller, name and date identify a row. */
const keyColumns = 5;
