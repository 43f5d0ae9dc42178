import { useId, useReducer, type SyntheticEvent } from 'react';
import { saveBillingDetails } from '@app/shared/contract/billing.ts';
import { call } from '../../../lib/http/call.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { passFocusOn } from '../../../ui/hooks/pass-focus-on.ts';
import { LeavePrompt } from '../../../ui/overlays/LeavePrompt.tsx';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { SeveritySign } from '../../../ui/signs/SeveritySign.tsx';
import { useBillingRefresh } from '../billing-queries.ts';
import { nameError, offName, reduceName } from './billing-name.ts';
import './history.css';

/** The name on invoices, which is edited in place. */
export function BillingName({ saved }: { readonly saved: string }) {
  const { edit, dispatch, save } = useNameEdit();
  const id = useId();
  if (edit.phase === 'off') return <SavedName saved={saved} onEdit={() => dispatch({ type: 'begun', saved })} />;
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    void save();
  };
  const isSaving = edit.phase === 'inprogress';
  return (
    <form ref={passFocusOn} className="billing-name" noValidate onSubmit={handleSubmit}>
      <label htmlFor={id}>Name on invoices</label>
      <input
        id={id}
        type="text"
        className="input input--md grow"
        autoComplete="organization"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it takes the place of the pressed button
        autoFocus
        value={edit.name}
        readOnly={isSaving}
        aria-invalid={edit.error ? true : undefined}
        aria-describedby={edit.error ? `${id}-error` : undefined}
        onChange={({ target }) => dispatch({ type: 'typed', name: target.value })}
      />
      <Button type="submit" size="sm" variant="primary" busy={isSaving}>
        Save
      </Button>
      <Button size="sm" disabled={isSaving} onClick={() => dispatch({ type: 'ended' })}>
        Cancel
      </Button>
      {edit.error && (
        <span className="field__error billing-name__error" id={`${id}-error`} role="alert">
          <SeveritySign level="alert" size={14} />
          {edit.error}
        </span>
      )}
      <LeavePrompt isDirty={edit.name !== saved} />
    </form>
  );
}

interface SavedProps {
  readonly saved: string;
  readonly onEdit: () => void;
}

const SavedName = ({ saved, onEdit }: SavedProps) => (
  <div className="billing-name">
    <span className="grow">
      Name on invoices <b className="medium billing-name__saved">{saved || '–'}</b>
    </span>
    <Button size="sm" variant="ghost" aria-label="Edit the name on invoices" onClick={onEdit}>
      Edit
    </Button>
  </div>
);

function useNameEdit() {
  const [edit, dispatch] = useReducer(reduceName, offName);
  const refresh = useBillingRefresh();
  const save = async () => {
    if (edit.phase !== 'on') return;
    dispatch({ type: 'sent' });
    if (nameError(edit.name) !== null) return;
    try {
      await call(saveBillingDetails, { body: { billingName: edit.name.trim() } });
      await refresh();
      showToast('Payment details have been saved successfully');
      dispatch({ type: 'ended' });
    } catch {
      // The error modal shows the failure.
      dispatch({ type: 'failed' });
    }
  };
  return { edit, dispatch, save };
}
