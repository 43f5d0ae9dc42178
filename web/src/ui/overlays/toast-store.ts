export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly level: 'ok' | 'alert';
  readonly onUndo?: (() => void) | undefined;
}

/** Shown for 3 s; with an undo for 10 s, as long as a change can be taken back. */
const shownMs = 3_000;
const undoableMs = 10_000;

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

interface ToastOptions {
  readonly level?: Toast['level'];
  readonly onUndo?: () => void;
  /** Section 9 gives some messages longer. */
  readonly forMs?: number;
}

/**
 * Says what has just happened; returns the id by which it can be taken away again. Not for errors that need reading:
 * those are banners or the error modal.
 */
export function showToast(text: string, options: ToastOptions = {}): number {
  lastId += 1;
  const toast: Toast = { id: lastId, text, level: options.level ?? 'ok', onUndo: options.onUndo };
  update([...toasts.slice(-2), toast]);
  setTimeout(() => dismissToast(toast.id), options.forMs ?? (options.onUndo ? undoableMs : shownMs));
  return toast.id;
}

/** Takes back the newest change that can be; for the key `u`. */
export function undoLast(): void {
  const newest = toasts.findLast((toast) => toast.onUndo);
  if (!newest) return;
  dismissToast(newest.id);
  newest.onUndo?.();
}
