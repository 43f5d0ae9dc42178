import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { IconButton } from '../fields/IconButton.tsx';
import { passFocusOn } from '../hooks/pass-focus-on.ts';
import { SeveritySign, type Level } from '../signs/SeveritySign.tsx';
import '../overlays/floating.css';

interface Props {
  readonly level: Level;
  readonly title?: ReactNode;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
  readonly onClose?: () => void;
}

/** An alert interrupts a screen reader, other levels wait for their turn. */
export function Banner({ level, title, children, action, onClose }: Props) {
  return (
    <div ref={passFocusOn} className={`banner banner--${level}`} role={level === 'alert' ? 'alert' : 'status'}>
      <SeveritySign level={level} />
      <span className="grow">
        {title && <b className="medium">{title}</b>}{' '}
        {children && <span className={title ? 'dim' : ''}>{children}</span>}
      </span>
      {action}
      {onClose && (
        <IconButton label="Close" size="sm" onClick={onClose}>
          <IconX size={16} aria-hidden="true" />
        </IconButton>
      )}
    </div>
  );
}
