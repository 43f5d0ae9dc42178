import { IconArrowRight } from '@tabler/icons-react';
import { FromTo } from '../../ui/signs/FromTo.tsx';
import { ProductPicture } from '../../ui/signs/ProductPicture.tsx';
import type { Level } from '../../ui/signs/SeveritySign.tsx';
import { WordDiff } from '../../ui/signs/WordDiff.tsx';
import type { Change } from './issue-change.ts';
import './issue-change.css';

interface Props {
  readonly changes: readonly Change[];
  readonly level: Level;
  /** The number of changes shown before "and more". */
  readonly most?: number;
}

/** The old and the new value, or the words that differ. */
export function IssueChanges({ changes, level, most = 2 }: Props) {
  const more = changes.length - most;
  return (
    <>
      {changes.slice(0, most).map((change) => (
        <OneChange key={change.label} change={change} level={level} />
      ))}
      {more > 0 && <p className="meta">and {more} more</p>}
    </>
  );
}

function OneChange({
  change: { label, from, to, areTexts },
  level,
}: {
  readonly change: Change;
  readonly level: Level;
}) {
  const isDiff = areTexts && from !== null;
  return (
    <div className={label === null && !isDiff ? 'change change--large' : 'change'}>
      {label !== null && <span className="change__label dim">{label}</span>}
      {isDiff ? <WordDiff from={from} to={to} /> : <FromTo from={from} to={to} level={level} />}
    </div>
  );
}

/** The former picture, and a placeholder for the missing one. */
export function PicturePair({ before }: { readonly before: string }) {
  return (
    <div className="picture-pair">
      <ProductPicture src={before} alt="The main image before" size={64} />
      <IconArrowRight size={14} aria-hidden="true" />
      <ProductPicture src={null} alt="No main image now" size={64} />
    </div>
  );
}
