/** Section 4: "Billing-name edit: off, on, inprogress". */
type NameEdit =
  | { readonly phase: 'off' }
  | { readonly phase: 'on' | 'inprogress'; readonly name: string; readonly error: string | null };

export type NameEvent =
  | { readonly type: 'begun'; readonly saved: string }
  | { readonly type: 'typed'; readonly name: string }
  | { readonly type: 'sent' }
  | { readonly type: 'failed' }
  | { readonly type: 'ended' };

export const offName: NameEdit = { phase: 'off' };

export function reduceName(edit: NameEdit, event: NameEvent): NameEdit {
  if (event.type === 'ended') return offName;
  if (event.type === 'begun') return { phase: 'on', name: event.saved, error: null };
  if (edit.phase === 'off') return edit;
  if (event.type === 'failed') return { ...edit, phase: 'on' };
  if (edit.phase === 'inprogress') return edit;
  if (event.type === 'typed') return { ...edit, name: event.name, error: null };
  const error = nameError(edit.name);
  return error === null ? { ...edit, phase: 'inprogress' } : { ...edit, error };
}

const longestName = 200;

export function nameError(name: string): string | null {
  if (name.trim() === '') return 'Please enter a name';
  return name.trim().length > longestName ? `A name has ${longestName} characters at most` : null;
}
