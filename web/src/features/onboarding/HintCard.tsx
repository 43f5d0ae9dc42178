import { useId } from 'react';
import { Button } from '../../ui/fields/Button.tsx';
import type { Hint } from './hints.ts';
import './hints.css';

interface Props {
  readonly hint: Hint;
  readonly isAtStart: boolean;
  readonly onAction: () => void;
  readonly onDismiss: () => void;
  readonly onDismissAll: () => void;
}

/** Takes no focus and covers nothing that it explains. */
export function HintCard({ hint: { title, text, action }, isAtStart, onAction, onDismiss, onDismissAll }: Props) {
  const titleId = useId();
  return (
    <section className={isAtStart ? 'hint hint--start' : 'hint'} aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      <p>{text}</p>
      <div className="hint__actions">
        <Button variant="ghost" size="sm" onClick={onDismissAll}>
          Dismiss all
        </Button>
        <span className="grow" />
        <Button size="sm" onClick={onDismiss}>
          {action ? 'Not now' : 'Got it'}
        </Button>
        {action && (
          <Button size="sm" variant="primary" onClick={onAction}>
            {action.label}
          </Button>
        )}
      </div>
    </section>
  );
}
