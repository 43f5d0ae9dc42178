import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../fields/Button.tsx';
import { KeyCap } from '../signs/KeyCap.tsx';
import { subscribeToDialogs, topDialog } from './open-dialogs.ts';
import { SeveritySign } from '../signs/SeveritySign.tsx';
import { useSingleKey } from '../hooks/single-key.ts';
import { currentToasts, dismissToast, subscribeToToasts, undoLast, type Toast } from './toast-store.ts';
import './floating.css';

/** Mounted once by the application; `showToast` shows a toast from anywhere. */
export function Toasts() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts);
  const dialog = useSyncExternalStore(subscribeToDialogs, topDialog);
  useSingleKey('u', undoLast, { inDialogs: true });
  const bars = (
    <output className="toasts" aria-live="polite">
      {toasts.map((toast) => (
        <ToastBar key={toast.id} toast={toast} />
      ))}
    </output>
  );
  return dialog ? createPortal(bars, dialog) : bars;
}

function ToastBar({ toast }: { readonly toast: Toast }) {
  const handleUndo = () => {
    dismissToast(toast.id);
    toast.onUndo?.();
  };
  return (
    <div className="toast">
      <SeveritySign level={toast.level} />
      <span className="grow">{toast.text}</span>
      {toast.onUndo && (
        <Button size="sm" onClick={handleUndo}>
          {toast.undoLabel ?? 'Undo'} <KeyCap>u</KeyCap>
        </Button>
      )}
    </div>
  );
}
