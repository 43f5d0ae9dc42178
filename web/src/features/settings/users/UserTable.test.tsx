import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { initialForm } from '../form/form-model.ts';
import { settings as buildSettings } from '../form/settings-builders.ts';
import type { FormHandle } from '../form/use-settings-form.ts';
import { UserTable } from './UserTable.tsx';
import { usersOf } from './team.ts';

const settings = buildSettings();
const form: FormHandle = {
  ...initialForm(settings),
  dispatch: () => undefined,
  problems: { emails: {}, nicknames: {} },
  isDirty: false,
  isSaving: false,
  failure: null,
  setFailure: () => undefined,
  save: async () => true,
  reload: async () => undefined,
};

test('the table of users begins with Email, First Name and Last Name', () => {
  const html = renderToStaticMarkup(
    <UserTable users={usersOf(form.draft.addresses)} settings={settings} form={form} />,
  );
  const columns = Array.from(html.matchAll(/<th scope="col">([^<]+)<\/th>/g), ([, name]) => name);

  expect(columns.slice(0, 3)).toEqual(['Email', 'First Name', 'Last Name']);
});
