import { IconArrowRight } from '@tabler/icons-react';
import type { Level } from './SeveritySign.tsx';
import './severity.css';

interface Props {
  readonly from?: string | null;
  readonly to: string;
  readonly level?: Level | undefined;
}

/**
 * Returns the smallest width of `from`: beside a long `to` its beginning stays visible, but it gets no more than it
 * needs.
 */
const leastWidth = (from: string): string => `min(${(Math.min(from.length, 14) * 0.55).toFixed(1)}ch, 45%)`;

/** The tooltip contains the full text, which may be cut. */
export function FromTo({ from, to, level }: Props) {
  const whole = from ? `${from} → ${to}` : to;
  return (
    <span className="from-to" title={whole}>
      {from && (
        <>
          <span className="from-to__from dim ellipsis" style={{ minWidth: leastWidth(from) }}>
            {from}
          </span>
          <IconArrowRight className="from-to__arrow" size={14} aria-hidden="true" />
          <span className="visually-hidden"> to </span>
        </>
      )}
      <span className={`from-to__to ellipsis${level ? ` tone--${level}` : ''}`}>{to}</span>
    </span>
  );
}
