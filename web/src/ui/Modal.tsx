import { IconX } from '@tabler/icons-react';
import { useEffect, useId, useRef, type ReactNode, type SyntheticEvent } from 'react';
import { IconButton } from './IconButton.tsx';
import { SeveritySign, type Level } from './SeveritySign.tsx';
import './floating.css';

interface Props {
  readonly title: ReactNode;
  readonly level?: Level;
  readonly children: ReactNode;
  /** Without it the dialog cannot be closed. */
  readonly onClose?: (() => void) | undefined;
  readonly wide?: boolean;
  /** Stands in the head, left of the close button. */
  readonly actions?: ReactNode;
}

/** The browser's own dialog: it makes the page behind inert, keeps the focus and gives it back. Mount it to open it. */
export function Modal({ title, level, children, onClose, wide = false, actions }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    element?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => element?.close();
  }, []);
  const handleCancel = (event: SyntheticEvent) => {
    event.preventDefault();
    onClose?.();
  };
  return (
    <dialog
      ref={dialog}
      className={wide ? 'modal modal--wide' : 'modal'}
      aria-labelledby={titleId}
      onCancel={handleCancel}
      onKeyDown={(event) => {
        // Chromium closes on a second Escape even when `cancel` was prevented.
        if (event.key === 'Escape') handleCancel(event);
      }}
    >
      <div className="modal__head">
        {level && <SeveritySign level={level} />}
        <h2 id={titleId}>{title}</h2>
        {actions}
        {onClose && (
          <IconButton label="Close" size="sm" onClick={onClose}>
            <IconX size={16} aria-hidden="true" />
          </IconButton>
        )}
      </div>
      <div className="modal__body">{children}</div>
    </dialog>
  );
}
