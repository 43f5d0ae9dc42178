import { IconArrowRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Level } from './SeveritySign.tsx';
import './severity.css';

interface Props {
  readonly from?: ReactNode;
  readonly to: ReactNode;
  readonly level?: Level;
}

export function FromTo({ from, to, level }: Props) {
  return (
    <span className="from-to">
      {from !== undefined && from !== null && (
        <>
          <span className="dim ellipsis">{from}</span>
          <IconArrowRight size={14} aria-hidden="true" />
          <span className="visually-hidden"> to </span>
        </>
      )}
      <span className={`from-to__to ellipsis${level ? ` tone--${level}` : ''}`}>{to}</span>
    </span>
  );
}
