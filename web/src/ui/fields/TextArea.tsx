import type { ComponentProps } from 'react';
import { Field, type FieldProps } from './Field.tsx';

interface Props extends FieldProps, Omit<ComponentProps<'textarea'>, 'className' | 'id'> {}

/** A text of several lines; the field grows with it. */
export function TextArea({ label, optional, aside, hint, error, ...textarea }: Props) {
  return (
    <Field label={label} optional={optional} aside={aside} hint={hint} error={error}>
      {(ids) => <textarea rows={5} {...textarea} {...ids} className="input input--area" />}
    </Field>
  );
}
