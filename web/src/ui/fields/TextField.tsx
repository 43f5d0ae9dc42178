import type { ComponentProps, ReactNode } from 'react';
import { Field, type FieldProps } from './Field.tsx';

interface Props extends FieldProps, Omit<ComponentProps<'input'>, 'className' | 'size' | 'id'> {
  readonly icon?: ReactNode;
  readonly size?: 'md' | 'lg';
}

export function TextField({ label, optional, aside, hint, error, icon, size = 'lg', ...input }: Props) {
  const classes = ['input', `input--${size}`, icon ? 'input--before' : ''].join(' ').trim();
  return (
    <Field label={label} optional={optional} aside={aside} hint={hint} error={error}>
      {(ids) => (
        <span className="input-box">
          {icon && <span className="input-box__before">{icon}</span>}
          <input type="text" {...input} {...ids} className={classes} />
        </span>
      )}
    </Field>
  );
}
