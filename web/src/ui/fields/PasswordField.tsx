import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState, type ComponentProps } from 'react';
import { Field, type FieldProps } from './Field.tsx';
import { IconButton } from './IconButton.tsx';

type Props = FieldProps & Omit<ComponentProps<'input'>, 'className' | 'size' | 'id' | 'type'>;

export function PasswordField({ label, optional, aside, hint, error, ...input }: Props) {
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} optional={optional} aside={aside} hint={hint} error={error}>
      {(ids) => (
        <span className="input-box">
          <input {...input} {...ids} type={shown ? 'text' : 'password'} className="input input--after" />
          <span className="input-box__after">
            <IconButton
              label={shown ? 'Hide password' : 'Show password'}
              aria-pressed={shown}
              onClick={() => setShown(!shown)}
            >
              {shown ? <IconEyeOff size={18} aria-hidden="true" /> : <IconEye size={18} aria-hidden="true" />}
            </IconButton>
          </span>
        </span>
      )}
    </Field>
  );
}
