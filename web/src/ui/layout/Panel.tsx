import { useId, type ReactNode } from 'react';
import './panel.css';

interface Props {
  readonly title?: ReactNode;
  /** Text in a quiet colour after the title. */
  readonly note?: ReactNode;
  /** Content at the right end of the head. */
  readonly aside?: ReactNode;
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

export function Panel({ title, note, aside, footer, children }: Props) {
  const id = useId();
  return (
    <section className="panel" aria-labelledby={title ? id : undefined}>
      {title && (
        <header className="panel__head">
          <h2 id={id}>{title}</h2>
          <span className="meta grow ellipsis">{note}</span>
          {aside}
        </header>
      )}
      {children}
      {footer && <footer className="panel__foot">{footer}</footer>}
    </section>
  );
}
