let open: readonly HTMLElement[] = [];
const listeners = new Set<() => void>();

function update(next: readonly HTMLElement[]): void {
  open = next;
  for (const listener of listeners) listener();
}

/** Called by a dialog when it opens; the returned function is called when the dialog closes. */
export function registerDialog(dialog: HTMLElement): () => void {
  update([...open, dialog]);
  return () => update(open.filter((other) => other !== dialog));
}

export function subscribeToDialogs(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The dialog on top. Everything outside it is inert, so that content that must stay usable moves into it. */
export const topDialog = (): HTMLElement | null => open.at(-1) ?? null;
