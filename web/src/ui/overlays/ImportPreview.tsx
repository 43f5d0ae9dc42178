import { Button } from '../fields/Button.tsx';
import { Banner } from '../layout/Banner.tsx';
import { FromTo } from '../signs/FromTo.tsx';
import { Modal } from './Modal.tsx';
import './import-preview.css';
import { formatCount, productCount } from '@app/shared/base/format-count.ts';

interface LeftLines {
  readonly count: number;
  readonly lines: readonly { readonly line: number; readonly column: string | null; readonly reason: string }[];
}

export interface ImportedOutcome {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly unchanged: number;
  readonly rows: readonly {
    readonly line: number;
    readonly name: string;
    readonly changes: readonly { readonly column: string; readonly from: string | null; readonly to: string | null }[];
  }[];
  readonly skipped: LeftLines;
  readonly refused: LeftLines;
  readonly fingerprint: string;
}

interface Props {
  readonly title: string;
  readonly outcome: ImportedOutcome;
  /**
   * Whether this preview replaces an outdated one: somebody else changed a product after the first preview was shown.
   */
  readonly isOvertaken: boolean;
  /** The verbs of the summary for each group of changed products. */
  readonly words?: GroupWords;
  readonly isSending: boolean;
  readonly onApply: () => void;
  readonly onClose: () => void;
}

/** Shows what a spreadsheet changes before anything is written. A file with an error cannot be applied. */
export function ImportPreview(props: Props) {
  const { title, outcome, isOvertaken, words = settingsWords, isSending, onApply, onClose } = props;
  const { added, changed, removed, rows, skipped, refused } = outcome;
  const moved = added + changed + removed;
  const isRefused = refused.count > 0;
  return (
    <Modal title={title} onClose={onClose} isBusy={isSending} medium>
      <div className="import-preview">
        {isRefused && (
          <Banner level="alert" title="Error during spreadsheet import">
            Nothing is imported before {refused.count === 1 ? 'this is' : 'these are'} corrected.
          </Banner>
        )}
        {isOvertaken && !isRefused && (
          <Banner level="warning" title="Somebody else has changed this meanwhile">
            Nothing was imported yet. This is what the spreadsheet changes now.
          </Banner>
        )}
        {isRefused && <Lines label="Errors" left={refused} />}
        {!isRefused && <p>{summaryOf(outcome, words)}</p>}
        {!isRefused && moved > 0 && (
          <ul aria-label="Changes" className="import-preview__list">
            {rows.map(({ line, name, changes }) => (
              <li key={line}>
                <b className="medium">{name}</b> <span className="meta">row {line}</span>
                {changes.map(({ column, from, to }) => (
                  <span key={column} className="import-preview__change">
                    <span className="dim">{column}</span> <FromTo from={from ?? 'empty'} to={to ?? 'empty'} />
                  </span>
                ))}
              </li>
            ))}
            {moved > rows.length && <li className="meta">and {formatCount(moved - rows.length)} more</li>}
          </ul>
        )}
        {skipped.count > 0 && (
          <>
            <p>{skipped.count === 1 ? '1 row is' : `${formatCount(skipped.count)} rows are`} left out:</p>
            <Lines label="Left out" left={skipped} />
          </>
        )}
        <p className="modal__actions">
          <Button disabled={isSending} onClick={onClose}>
            {isRefused || moved === 0 ? 'Close' : 'Cancel'}
          </Button>
          {!isRefused && moved > 0 && (
            <Button variant="primary" busy={isSending} onClick={onApply}>
              Change {productCount(moved)}
            </Button>
          )}
        </p>
      </div>
    </Modal>
  );
}

function Lines({ label, left: { count, lines } }: { readonly label: string; readonly left: LeftLines }) {
  return (
    <ul aria-label={label} className="import-preview__list">
      {lines.map(({ line, column, reason }) => (
        <li key={`${line} ${column} ${reason}`}>
          Row {line}
          {column !== null && `, "${column}"`}: {reason}
        </li>
      ))}
      {count > lines.length && <li className="meta">and {formatCount(count - lines.length)} more</li>}
    </ul>
  );
}

type GroupWords = Readonly<Record<'added' | 'changed' | 'removed', readonly [one: string, several: string]>>;

const settingsWords: GroupWords = {
  added: ['gets settings', 'get settings'],
  changed: ['changes', 'change'],
  removed: ['returns to the defaults', 'return to the defaults'],
};

/** "3 products get settings, 1 product changes, 40 products stay as they are." */
function summaryOf({ added, changed, removed, unchanged }: ImportedOutcome, words: GroupWords): string {
  const counts = { added, changed, removed };
  const parts = (['added', 'changed', 'removed'] as const).map(
    (group) => counts[group] > 0 && `${productCount(counts[group])} ${words[group][counts[group] === 1 ? 0 : 1]}`,
  );
  const rest = unchanged > 0 && `${productCount(unchanged)} ${unchanged === 1 ? 'stays as it is' : 'stay as they are'}`;
  const told = [...parts, rest].filter((part) => part !== false);
  return told.length > 0 ? `${told.join(', ')}.` : 'Nothing changes.';
}
