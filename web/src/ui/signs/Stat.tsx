import type { ReactNode } from 'react';
import { SeveritySign, type Level } from './SeveritySign.tsx';
import '../layout/panel.css';

interface Props {
  readonly value: ReactNode;
  readonly label: string;
  readonly level?: Level | undefined;
}

export function Stat({ value, label, level }: Props) {
  return (
    <span className="stat">
      <span className="stat__value">
        {level && <SeveritySign level={level} size={20} />}
        {value}
      </span>
      <span className="stat__label">{label}</span>
    </span>
  );
}
