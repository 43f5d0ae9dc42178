export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly level: 'ok' | 'alert';
  readonly onUndo?: (() => void) | undefined;
  /** The label of the toast's button, if it is not "Undo". */
  readonly undoLabel?: string | undefined;
}

/** A toast is shown for 3 s, or for 10 s with an undo, as long as the change can be taken back. */
const shownMs = 3_000;
const undoableMs = 10_000;

/** The time in ms for which a failure or an exception is shown that a person has to read and cannot find elsewhere. */
export const toReadMs = 10_000;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function update(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const currentToasts = (): readonly Toast[] => toasts;

export const dismissToast = (id: number): void => update(toasts.filter((toast) => toast.id !== id));

/** Takes all messages away, with their undo. */
export const dismissToasts = (): void => update([]);

interface ToastOptions {
  readonly level?: Toast['level'];
  readonly onUndo?: () => void;
  readonly undoLabel?: string;
  /** The time in ms for which the toast is shown, if section 9 gives its message a longer time. */
  readonly forMs?: number;
}

/**
 * Shows what has just happened; returns the id by which it can be dismissed. Errors that must be read belong in a
 * banner or the error modal.
 */
export function showToast(text: string, options: ToastOptions = {}): number {
  lastId += 1;
  const toast: Toast = {
    id: lastId,
    text,
    level: options.level ?? 'ok',
    onUndo: options.onUndo,
    undoLabel: options.undoLabel,
  };
  update([...toasts.slice(-2), toast]);
  setTimeout(() => dismissToast(toast.id), options.forMs ?? (options.onUndo ? undoableMs : shownMs));
  return toast.id;
}

/** Undoes the newest change that can be undone, by the key `u`. */
export function undoLast(): void {
  const newest = toasts.findLast((toast) => toast.onUndo);
  if (!newest) return;
  dismissToast(newest.id);
  newest.onUndo?.();
}
