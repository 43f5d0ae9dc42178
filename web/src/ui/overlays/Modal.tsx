import { IconX } from '@tabler/icons-react';
import { useId, useLayoutEffect, useState, type ReactNode, type SyntheticEvent } from 'react';
import { IconButton } from '../fields/IconButton.tsx';
import { registerDialog } from './open-dialogs.ts';
import { SeveritySign, type Level } from '../signs/SeveritySign.tsx';
import './floating.css';

interface Props {
  readonly title: ReactNode;
  readonly level?: Level;
  readonly children: ReactNode;
  /** Without it the dialog cannot be closed. */
  readonly onClose?: (() => void) | undefined;
  readonly wide?: boolean;
  /** A width between the two others, for a form or a text; on a phone the whole screen. */
  readonly medium?: boolean;
  /** Stands in the head, left of the close button. */
  readonly actions?: ReactNode;
}

/**
 * The browser's own dialog: it makes the page behind it inert, keeps the focus inside and returns it. It opens when
 * mounted.
 */
export function Modal({ title, level, children, onClose, wide = false, medium = false, actions }: Props) {
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null);
  const titleId = useId();
  // A layout effect, so that it opens before the paint and closes before it is removed: a removed dialog returns no
  // focus.
  useLayoutEffect(() => {
    if (!dialog) return undefined;
    const unregister = registerDialog(dialog);
    dialog.showModal();
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      dialog.close();
      unregister();
    };
  }, [dialog]);
  const handleCancel = (event: SyntheticEvent) => {
    event.preventDefault();
    onClose?.();
  };
  return (
    <dialog
      ref={setDialog}
      className={wide ? 'modal modal--wide' : medium ? 'modal modal--medium' : 'modal'}
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
