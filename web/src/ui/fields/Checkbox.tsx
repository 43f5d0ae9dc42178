import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react';
import './field.css';

interface Props extends Omit<ComponentProps<'input'>, 'className' | 'type' | 'children'> {
  readonly children: ReactNode;
  /** Neither on nor off; screen readers say "mixed". */
  readonly mixed?: boolean;
}

export function Checkbox({ children, mixed = false, ...input }: Props) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = mixed;
  }, [mixed]);
  return (
    <label className="check">
      <input {...input} ref={box} type="checkbox" className="check__box" />
      <span>{children}</span>
    </label>
  );
}
