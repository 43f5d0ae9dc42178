import { shortened, wordDiff, type WordPart } from '@app/shared/base/word-diff.ts';
import './word-diff.css';

interface Props {
  readonly from: string;
  readonly to: string;
}

/** The removed and the added words of a text, with the words around them. */
export function WordDiff({ from, to }: Props) {
  const diff = wordDiff(from, to);
  const [isTaken, isPut] = [diff.from.some(hasChanged), diff.to.some(hasChanged)];
  if (!isTaken && !isPut) {
    return <p className="diff dim">The end of the text changed, beyond what is kept of it.</p>;
  }
  return (
    <div className="diff" title={`${from} → ${to}`}>
      {isTaken && <Line sign="−" name="Before" parts={diff.from} />}
      {isPut && <Line sign="+" name="Now" parts={diff.to} />}
    </div>
  );
}

const hasChanged = ({ isChanged }: WordPart): boolean => isChanged;

interface LineProps {
  readonly sign: '−' | '+';
  readonly name: string;
  readonly parts: readonly WordPart[];
}

function Line({ sign, name, parts }: LineProps) {
  const Changed = sign === '+' ? 'ins' : 'del';
  return (
    <p className="diff__line">
      <span className="diff__sign" aria-hidden="true">
        {sign}
      </span>
      <span className="diff__text">
        <span className="visually-hidden">{name}: </span>
        {shortened(parts).map(({ text, isChanged }, place) =>
          isChanged ? <Changed key={place}>{text}</Changed> : text,
        )}
      </span>
    </p>
  );
}
