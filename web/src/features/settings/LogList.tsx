import type { ReactNode } from 'react';
import './log.css';

interface Props {
  readonly label: string;
  readonly children: ReactNode;
}

/** A long list in a window of its own, which keys can scroll too. */
export const LogList = ({ label, children }: Props) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
  <section className="log" tabIndex={0} aria-label={label}>
    <ol>{children}</ol>
  </section>
);
