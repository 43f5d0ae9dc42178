import { expect, test } from 'vitest';
import type { SettingsChange } from '@app/shared/contract/accounts.ts';
import { ApiError } from '../../../lib/http/api-error.ts';
import { initialForm, type SettingsForm } from './form-model.ts';
import { saveForm } from './save-form.ts';
import { address, settings } from './settings-builders.ts';
import { reduceForm, type FormAction } from './settings-form.ts';

const after = (form: SettingsForm, ...actions: readonly FormAction[]): SettingsForm => actions.reduce(reduceForm, form);
const id = '0198c0de-0000-4000-8000-000000000001';
const email = 'stock@example.com';

/** A form whose new address is saved, after which the settings did not load. */
function savedWithoutReload(): SettingsForm {
  const added = after(initialForm(settings()), { type: 'addressAdded', id, email });
  return after(added, { type: 'saved', draft: added.draft });
}

/** The settings as the server has them after that save. */
const stored = settings({
  emailAddresses: [...settings().emailAddresses, address({ emailAddressId: '3', email, digestEmailHour: 7 })],
});

const unloaded = () => Promise.reject(new Error('offline'));

/** Saves the form and returns what was sent. */
async function sentBy(form: SettingsForm): Promise<readonly SettingsChange[]> {
  const sent: SettingsChange[] = [];
  await saveForm(form, { load: async () => stored, put: async (change) => sent.push(change) });
  return sent;
}

test.each<readonly [string, FormAction, SettingsChange]>([
  [
    'not sent again with a change of the account',
    { type: 'accountChanged', change: { lastName: 'Owens' } },
    { lastName: 'Owens' },
  ],
  [
    'changed by its id of the server',
    { type: 'addressChanged', id, change: { digestEmailHour: 6 } },
    { changedEmailAddresses: [{ emailAddressId: '3', digestEmailHour: 6 }] },
  ],
  [
    'deleted by its id of the server',
    { type: 'addressDeleted', id, isDeleted: true },
    { deletedEmailAddresses: ['3'] },
  ],
])('an address whose save worked, and after which the settings did not load, is %s', async (_what, action, change) => {
  expect(await sentBy(after(savedWithoutReload(), action))).toEqual([change]);
});

test('nothing is sent while the settings do not load, and the changes stay', async () => {
  const form = after(savedWithoutReload(), { type: 'accountChanged', change: { lastName: 'Owens' } });
  const sent: SettingsChange[] = [];

  await expect(saveForm(form, { load: unloaded, put: async (change) => sent.push(change) })).rejects.toThrow('offline');

  expect(sent).toEqual([]);
});

test('a save that changes an address which somebody else has removed is refused once, and the next one saves the rest', async () => {
  const { emailAddresses } = settings();
  const left = settings({ emailAddresses: emailAddresses.filter(({ emailAddressId }) => emailAddressId !== '2') });
  let form = after(
    initialForm(settings()),
    { type: 'addressChanged', id: '2', change: { digestEmailHour: 6 } },
    { type: 'accountChanged', change: { lastName: 'Owens' } },
  );
  const load = async () => {
    form = after(form, { type: 'loaded', settings: left });
    return left;
  };
  const gone = new ApiError({ status: 404, code: 'notFound', message: 'This does not exist', requestId: null });

  await expect(saveForm(form, { load, put: () => Promise.reject(gone) })).rejects.toThrow(gone);

  expect(await sentBy(form)).toEqual([{ lastName: 'Owens' }]);
});
