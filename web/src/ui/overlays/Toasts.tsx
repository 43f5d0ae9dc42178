import { useSyncExternalStore, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../fields/Button.tsx';
import { KeyCap } from '../signs/KeyCap.tsx';
import { subscribeToDialogs, topDialog } from './open-dialogs.ts';
import { SeveritySign } from '../signs/SeveritySign.tsx';
import { giveFocusBack } from '../hooks/give-focus-back.ts';
import { useSingleKey } from '../hooks/single-key.ts';
import { currentToasts, dismissToast, subscribeToToasts, undoLast, type Toast } from './toast-store.ts';
import './floating.css';

/** Mounted once by the application; `showToast` shows a toast from anywhere. */
export function Toasts() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts);
  const dialog = useSyncExternalStore(subscribeToDialogs, topDialog);
  useSingleKey('u', undoLast, { inDialogs: true });
  const bars = toasts.map((toast) => <ToastBar key={toast.id} toast={toast} />);
  return (
    <>
      {/* This region stays while a dialog is open: many a message appears when its dialog closes, and screen readers
          announce only what is added to a region that is there already. */}
      <Region>{dialog === null && bars}</Region>
      {dialog && createPortal(<Region>{bars}</Region>, dialog)}
    </>
  );
}

const Region = ({ children }: { readonly children: ReactNode }) => (
  <output className="toasts" aria-live="polite">
    {children}
  </output>
);

function ToastBar({ toast }: { readonly toast: Toast }) {
  const handleUndo = () => {
    dismissToast(toast.id);
    toast.onUndo?.();
  };
  return (
    <div ref={giveFocusBack} className="toast">
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
