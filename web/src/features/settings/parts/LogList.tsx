import type { ReactNode } from 'react';
import './log.css';

interface Props {
  readonly label: string;
  readonly children: ReactNode;
}

/** A long list that scrolls inside its own frame, also by keyboard. */
export const LogList = ({ label, children }: Props) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
  <section className="log" tabIndex={0} aria-label={label}>
    <ol>{children}</ol>
  </section>
);
