import type { ReactNode, SyntheticEvent } from 'react';
import { Mark } from '../signs/Logo.tsx';
import { VersionLabel } from '../layout/VersionLabel.tsx';
import './entry.css';

interface Props {
  readonly title: ReactNode;
  readonly lead?: ReactNode;
  /**
   * The text of the page changes while it is shown, so the page begins at a fixed height instead of being centred, and
   * does not jump.
   */
  readonly isAnchored?: boolean;
  readonly children: ReactNode;
}

/** A page outside the application: a single narrow column. */
export function Entry({ title, lead, isAnchored = false, children }: Props) {
  return (
    <div className="entry">
      <main className={isAnchored ? 'entry__main entry__main--anchored' : 'entry__main'}>
        <div className="entry__form">
          <Mark size={40} />
          <h1>{title}</h1>
          {lead && <p className="entry__lead">{lead}</p>}
          {children}
        </div>
      </main>
      <footer className="entry__foot">
        <VersionLabel />
      </footer>
    </div>
  );
}

interface FormProps {
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** The form of a page outside the application, with its fields below each other. */
export function EntryForm({ onSubmit, children }: FormProps) {
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form className="entry__fields" onSubmit={handleSubmit} noValidate>
      {children}
    </form>
  );
}

/** The layout of `EntryForm` without a form. */
export const EntryFields = ({ children }: { readonly children: ReactNode }) => (
  <div className="entry__fields">{children}</div>
);
