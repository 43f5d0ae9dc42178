import { IconChevronRight } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { FaqEntry } from './faq/entry.ts';

interface Props {
  readonly entry: FaqEntry;
  readonly isOpen: boolean;
  /** Whether the help was opened at this entry. */
  readonly isWanted: boolean;
}

export function FaqItem({ entry, isOpen, isWanted }: Props) {
  const summary = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isWanted || !summary.current) return;
    summary.current.scrollIntoView({ block: 'start' });
    summary.current.focus();
  }, [isWanted]);
  return (
    <details className="faq-item" open={isOpen}>
      <summary ref={summary} data-autofocus={isWanted || undefined}>
        <IconChevronRight size={16} aria-hidden="true" />
        {entry.question}
      </summary>
      <div className="faq-item__answer">
        {entry.answer.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        {entry.steps && entry.steps.length > 0 && (
          <>
            {entry.group === 'Watchdogs' && <p className="medium">What to do when it speaks</p>}
            <ol>
              {entry.steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </>
        )}
      </div>
    </details>
  );
}
