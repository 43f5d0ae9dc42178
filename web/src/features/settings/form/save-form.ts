import type { IdentitySettings, SettingsChange } from '@app/shared/contract/accounts.ts';
import { ApiError } from '../../../lib/http/api-error.ts';
import type { Draft, SettingsForm } from './form-model.ts';
import { changeOf } from './settings-change.ts';
import { reduceForm } from './settings-form.ts';

interface Calls {
  /** Reads the settings, and shows them in the form of the page. */
  readonly load: () => Promise<IdentitySettings>;
  readonly put: (change: SettingsChange) => Promise<unknown>;
}

/**
 * Saves the form and returns the saved draft. A saved address has no id of the server yet if the settings did not load
 * after its save: they are read first, because the server would take it for another new address. If somebody else has
 * removed or taken what the form changes, they are read again: the server would refuse every further save.
 */
export async function saveForm(form: SettingsForm, { load, put }: Calls): Promise<Draft> {
  const lacksId = form.original.addresses.some(({ isNew }) => isNew);
  const known = lacksId ? reduceForm(form, { type: 'loaded', settings: await load() }) : form;
  try {
    await put(changeOf(known));
  } catch (error) {
    if (isOvertaken(error)) await load().catch(() => undefined);
    throw error;
  }
  return known.draft;
}

const isOvertaken = (error: unknown): boolean => error instanceof ApiError && [404, 409].includes(error.status);
