import { useState, type Dispatch } from 'react';
import { customRange, defaultSpreadsheetDays, mostSpreadsheetDays } from '@app/shared/domain/sales-spreadsheet.ts';
import { Button } from '../../ui/fields/Button.tsx';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { Segments } from '../../ui/fields/Segments.tsx';
import { ErrorState } from '../../ui/layout/ErrorState.tsx';
import { Skeleton, SkeletonArea } from '../../ui/layout/Skeleton.tsx';
import { RequestNote } from './RequestNote.tsx';
import {
  isSendDisabled,
  type SpreadsheetAction,
  type SpreadsheetForm,
  type SpreadsheetSubject,
} from './spreadsheet-form.ts';
import { SpreadsheetPreview } from './SpreadsheetPreview.tsx';
import { latestDate, useSpreadsheetRequest } from './use-spreadsheet-request.ts';
import './sales-spreadsheet.css';

interface Props {
  /** The product of the chart; `null` to request the sales of all products. */
  readonly subject: SpreadsheetSubject | null;
}

/** The form that requests a spreadsheet of sales, which is sent by mail. */
export function SpreadsheetRequest({ subject }: Props) {
  const { form, dispatch, addresses, stopped = [], failed, send } = useSpreadsheetRequest(subject);
  const [hasPreview, setPreview] = useState(false);
  if (failed) return <ErrorState title="Your e-mail addresses did not load" {...failed} />;
  if (!addresses) {
    return (
      <SkeletonArea label="Loading your e-mail addresses">
        <Skeleton height="120px" />
      </SkeletonArea>
    );
  }
  return (
    <form
      className="sheet-request"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Addresses form={form} dispatch={dispatch} addresses={addresses} stopped={stopped} />
      <Range form={form} dispatch={dispatch} />
      <Checkbox
        checked={form.includeAllProducts}
        onChange={({ target }) => dispatch({ type: 'changed', change: { includeAllProducts: target.checked } })}
      >
        Include all products{' '}
        <span className="dim">{subject === null ? '(those that are not tracked too)' : '(not only this one)'}</span>
      </Checkbox>
      <div className="sheet-request__actions">
        <Button
          type="submit"
          variant="primary"
          disabled={isSendDisabled(form, addresses)}
          busy={form.phase === 'IN_PROGRESS'}
        >
          Send
        </Button>
        <Button variant="ghost" aria-expanded={hasPreview} onClick={() => setPreview(!hasPreview)}>
          {hasPreview ? 'Hide preview' : 'Preview'}
        </Button>
        <RequestNote phase={form.phase} phaseNo={form.phaseNo} reason={form.reason} />
      </div>
      {hasPreview && <SpreadsheetPreview form={form} subject={subject} />}
    </form>
  );
}

interface FormProps {
  readonly form: SpreadsheetForm;
  readonly dispatch: Dispatch<SpreadsheetAction>;
}

interface AddressesProps extends FormProps {
  readonly addresses: readonly string[];
  /** Verified addresses to which nothing is sent any more, because mail to them was refused. */
  readonly stopped: readonly string[];
}

function Addresses({ form, dispatch, addresses, stopped }: AddressesProps) {
  const { selectedEmails } = form;
  const toggle = (email: string, isOn: boolean) => {
    const others = selectedEmails.filter((one) => one !== email);
    dispatch({ type: 'changed', change: { selectedEmails: isOn ? [...others, email] : others } });
  };
  return (
    <fieldset className="sheet-request__group">
      <legend>Send to</legend>
      {addresses.length + stopped.length === 0 && <p className="dim">You have no verified email addresses</p>}
      {addresses.map((email) => (
        <Checkbox
          key={email}
          checked={selectedEmails.includes(email)}
          onChange={({ target }) => toggle(email, target.checked)}
        >
          <span className="sheet-request__email">{email}</span>
        </Checkbox>
      ))}
      {stopped.map((email) => (
        <Checkbox key={email} checked={false} disabled>
          <span className="sheet-request__email">{email}</span>{' '}
          <span className="dim">(mail was refused: verify it again in the settings)</span>
        </Checkbox>
      ))}
    </fieldset>
  );
}

const ranges = [
  { value: String(defaultSpreadsheetDays), content: `${defaultSpreadsheetDays} days` },
  { value: String(customRange), content: 'Custom' },
] as const;

function Range({ form, dispatch }: FormProps) {
  const isWrong = form.phase === 'DATE_INPUT_ERROR';
  const field = (name: 'rangeDateFrom' | 'rangeDateTo', label: string) => (
    <label className="sheet-request__date">
      <span>{label}</span>
      <input
        type="date"
        className="input input--md"
        min="2000-01-01"
        max={latestDate()}
        value={form[name]}
        aria-invalid={isWrong || undefined}
        onChange={({ target }) => dispatch({ type: 'changed', change: { [name]: target.value } })}
      />
    </label>
  );
  return (
    <div className="sheet-request__range">
      <Segments
        label="Range"
        options={ranges}
        value={String(form.rangeDays)}
        onChange={(value) =>
          dispatch({
            type: 'changed',
            change: { rangeDays: value === String(customRange) ? customRange : defaultSpreadsheetDays },
          })
        }
      />
      {form.rangeDays === customRange && (
        <>
          {field('rangeDateFrom', 'From')}
          {field('rangeDateTo', 'To')}
          <span className="meta">Days of the marketplace, {mostSpreadsheetDays} at most</span>
        </>
      )}
    </div>
  );
}
