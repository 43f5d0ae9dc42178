import { useState, type FormEvent } from 'react';
import { NO_THRESHOLD } from '@app/shared/watchdogs/model/no-threshold.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { Modal } from '../../../ui/overlays/Modal.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { nameOf } from '../../../world/level.ts';
import type { StockRow } from '../stock-rows.ts';
import type { Thresholds } from '../../products/stock-state.ts';
import { lastsText } from '../stock-words.ts';
import { draftOf, overtakenBy, overtakenText, readDraft, typeOver, type TypedThresholds } from './threshold-draft.ts';
import { previewText } from './threshold-preview.ts';
import { useThresholds } from './use-thresholds.ts';

interface Props {
  readonly row: StockRow;
  readonly onClose: () => void;
}

const labels: Readonly<Record<keyof Thresholds, string>> = {
  alertDays: 'Alert at days left',
  warningDays: 'Warn at days left',
  alertUnits: 'Alert at your own units',
  lookbackDays: 'Lookback days',
};

/** The thresholds of one product; those of many are set by spreadsheet. */
export function ThresholdsDialog({ row, onClose }: Props) {
  const [typing, setTyping] = useState<TypedThresholds>({ typed: {}, seen: {} });
  // A field that was not typed in follows what somebody else saves meanwhile.
  const stored = draftOf(row.ownThresholds);
  const draft = { ...stored, ...typing.typed };
  const setTyped = (name: keyof Thresholds, value: string) => setTyping(typeOver(typing, stored, [name, value]));
  const now = useNow();
  const { isSaving, failure, save } = useThresholds(onClose);
  const { defaults } = row;
  const read = readDraft(draft, defaults);
  const field = (name: keyof Thresholds) => {
    const label = labels[name];
    const isNone = draft[name] === NO_THRESHOLD;
    return {
      label,
      size: 'md' as const,
      inputMode: 'numeric' as const,
      maxLength: 7,
      disabled: isNone,
      value: isNone ? '' : draft[name],
      placeholder: isNone ? 'None' : defaults[name]?.value.toString(),
      error: read.ok ? null : read.wrong[name],
      onChange: (event: FormEvent<HTMLInputElement>) => setTyped(name, event.currentTarget.value),
      ...((isNone || defaults[name]) && {
        aside: (
          <Checkbox
            checked={isNone}
            aria-label={`${label}: none`}
            onChange={() => setTyped(name, isNone ? '' : NO_THRESHOLD)}
          >
            None
          </Checkbox>
        ),
      }),
    };
  };
  const whenEmpty = (name: keyof Thresholds, otherwise: string) =>
    draft[name] === NO_THRESHOLD
      ? `None: ${otherwise}`
      : `Empty: ${defaults[name] ? `${defaults[name].value}, ${defaults[name].origin}` : otherwise}`;
  const { inStockQty, fbmQty } = row.product;
  return (
    <Modal title={`Thresholds of ${nameOf(row.product)}`} onClose={onClose} isBusy={isSaving}>
      <form
        className="thresholds"
        onSubmit={(event) => {
          event.preventDefault();
          if (read.ok) void save(row, read.thresholds);
        }}
      >
        <p className="dim">{lastsText(row, now)}</p>
        {(inStockQty !== null || fbmQty === null) && (
          <div className="thresholds__pair">
            <TextField hint={whenEmpty('alertDays', 'when none is left')} {...field('alertDays')} data-autofocus />
            <TextField hint={whenEmpty('warningDays', 'never')} {...field('warningDays')} />
          </div>
        )}
        {fbmQty !== null && (
          <TextField hint={whenEmpty('alertUnits', 'when none is left')} {...field('alertUnits')} data-autofocus />
        )}
        <TextField hint="The pace is that of the last 1 to 120 days" {...field('lookbackDays')} />
        <output className="meta thresholds__preview">{read.ok && previewText(row, read.thresholds, now)}</output>
        <output className="tone--warning">
          {overtakenBy(typing, stored).map((name) => (
            <span key={name} className="thresholds__overtaken">
              {overtakenText(labels[name], stored[name])}
            </span>
          ))}
        </output>
        {failure !== null && (
          <p role="alert" className="tone--alert">
            {failure}
          </p>
        )}
        <p className="modal__actions">
          <Button disabled={isSaving} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" disabled={!read.ok} busy={isSaving}>
            Save thresholds
          </Button>
        </p>
      </form>
    </Modal>
  );
}
