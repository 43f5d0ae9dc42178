import type { ReactNode } from 'react';
import { SeveritySign, type Level } from './SeveritySign.tsx';

interface Props {
  readonly level?: Level;
  /** A dashed outline, for an item that is not counted. */
  readonly dashed?: boolean;
  readonly children: ReactNode;
}

export function Pill({ level, dashed = false, children }: Props) {
  return (
    <span className={`pill tone--${level ?? 'plain'}${dashed ? ' pill--dashed' : ''}`}>
      {level && <SeveritySign level={level} size={14} />}
      {children}
    </span>
  );
}
