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
  /** Closes the dialog; without this function the dialog cannot be closed. */
  readonly onClose?: (() => void) | undefined;
  /**
   * Whether a call of the dialog is under way. The dialog then stays open: what was sent can no longer be taken back,
   * and a late answer would close the dialog that was opened after this one.
   */
  readonly isBusy?: boolean;
  readonly wide?: boolean;
  /**
   * Gives the dialog a width between the usual one and `wide`, for a form or a text; on a phone it fills the screen.
   */
  readonly medium?: boolean;
  /** Content in the head, left of the close button. */
  readonly actions?: ReactNode;
  /**
   * While true, the dialog leaves the browser's top layer, so that another script can show its own window above it. The
   * rest of the page is then not inert.
   */
  readonly isBelow?: boolean;
}

/**
 * The browser's own dialog: it makes the page behind it inert, keeps the focus inside and returns it. It opens when
 * mounted.
 */
export function Modal(props: Props) {
  const {
    title,
    level,
    children,
    onClose,
    wide = false,
    medium = false,
    actions,
    isBelow = false,
    isBusy = false,
  } = props;
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null);
  const titleId = useId();
  // A layout effect, so that the dialog opens before the paint and closes before it is removed: a removed dialog
  // returns no focus.
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
  useLayoutEffect(() => {
    if (!dialog || !isBelow) return undefined;
    moveLayer(dialog, () => dialog.show());
    return () => moveLayer(dialog, () => dialog.showModal());
  }, [dialog, isBelow]);
  const handleCancel = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!isBusy) onClose?.();
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
          <IconButton label="Close" size="sm" disabled={isBusy} onClick={onClose}>
            <IconX size={16} aria-hidden="true" />
          </IconButton>
        )}
      </div>
      <div className="modal__body">{children}</div>
    </dialog>
  );
}

/** An open dialog changes its layer only by closing and opening, which moves the focus. */
function moveLayer(dialog: HTMLDialogElement, open: () => void): void {
  // A dialog that is being removed has already been closed.
  if (!dialog.open) return;
  const focused = document.activeElement;
  dialog.close();
  open();
  if (focused instanceof HTMLElement && dialog.contains(focused)) focused.focus();
}
