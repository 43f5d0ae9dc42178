import { useId, type ReactNode } from 'react';
import { FieldError } from './FieldError.tsx';
import './field.css';

export interface FieldProps {
  readonly label: ReactNode;
  readonly optional?: boolean | undefined;
  /** Content at the right end of the label's line. */
  readonly aside?: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string | null | undefined;
}

interface FieldIds {
  readonly id: string;
  readonly 'aria-invalid': boolean | undefined;
  readonly 'aria-describedby': string | undefined;
}

interface Props extends FieldProps {
  readonly children: (ids: FieldIds) => ReactNode;
}

/** Label, control, hint and error of one form field, connected for screen readers. */
export function Field({ label, optional, aside, hint, error, children }: Props) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  return (
    <div className="field">
      <span className="row">
        <label className="field__label grow" htmlFor={id}>
          {label} {optional && <span className="field__optional">optional</span>}
        </label>
        {aside}
      </span>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': note ? noteId : undefined })}
      {error && <FieldError id={noteId}>{error}</FieldError>}
      {!error && hint && (
        <span className="meta" id={noteId}>
          {hint}
        </span>
      )}
    </div>
  );
}
