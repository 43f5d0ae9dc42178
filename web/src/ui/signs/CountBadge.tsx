import { SeveritySign, type Level } from './SeveritySign.tsx';
import { formatCount } from '@app/shared/base/format-count.ts';

interface Props {
  readonly level: Level;
  readonly count: number;
  /** The counted things, for screen readers: "alerts". */
  readonly word: string;
}

/** A count with its sign; zero is not shown. */
export function CountBadge({ level, count, word }: Props) {
  if (count === 0) return null;
  return (
    <span className={`count tone--${level}`}>
      <SeveritySign level={level} size={14} />
      {formatCount(count)}
      <span className="visually-hidden"> {word}</span>
    </span>
  );
}
