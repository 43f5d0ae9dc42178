import type { ReactNode } from 'react';
import './panel.css';

interface Props {
  /** An icon of 24 px. */
  readonly icon?: ReactNode;
  readonly title: string;
  /** Says which entries the list will hold, and when the last check was. */
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

export function EmptyState({ icon, title, children, action }: Props) {
  return (
    <div className="empty">
      {icon}
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {action && <span className="empty__action">{action}</span>}
    </div>
  );
}
