import { SeveritySign } from '../signs/SeveritySign.tsx';
import './field.css';

interface Props {
  /** The id by which the control names its description. */
  readonly id: string;
  readonly children: string;
}

/**
 * The error of a form field. It appears while the focus is elsewhere, often at the button that was pressed, so that
 * screen readers announce it.
 */
export function FieldError({ id, children }: Props) {
  return (
    <span className="field__error" id={id} role="alert">
      <SeveritySign level="alert" size={14} />
      {children}
    </span>
  );
}
