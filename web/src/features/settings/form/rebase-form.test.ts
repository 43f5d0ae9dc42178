import { expect, test } from 'vitest';
import { defaultAddress } from './default-address.ts';
import { addressIn, initialForm, isDirty, type SettingsForm } from './form-model.ts';
import { address, seller, settings } from './settings-builders.ts';
import { changeOf } from './settings-change.ts';
import { reduceForm, type FormAction } from './settings-form.ts';

const after = (form: SettingsForm, ...actions: readonly FormAction[]): SettingsForm => actions.reduce(reduceForm, form);

/** The second address has no access to these seller accounts: they are those that the list of the API names. */
const withoutAccess = (...allowedSellerAccounts: readonly string[]) =>
  settings({
    sellerAccounts: ['9', '10', '11', '12'].map((id) => seller(id, null)),
    emailAddresses: [
      address({ isPrimary: true, isUser: true }),
      address({
        emailAddressId: '2',
        email: 'ops@example.com',
        isUser: true,
        allowedSellerAccounts: [...allowedSellerAccounts],
      }),
    ],
  });

const ownerIn = (timeZone: string | null) =>
  settings({ emailAddresses: [address({ isPrimary: true, isUser: true, timeZone, timezoneOffset: 1 })] });

const withheldIn = (form: SettingsForm) => addressIn(form.draft, '2')?.allowedSellerAccounts;

test('access that this form and another user both withdrew is withdrawn once', () => {
  const taking = after(initialForm(withoutAccess('10')), {
    type: 'accessChanged',
    ids: ['2'],
    sellerIds: ['11'],
    on: false,
  });

  const loaded = after(taking, { type: 'loaded', settings: withoutAccess('10', '11') });

  expect(withheldIn(loaded)).toEqual(['10', '11']);
  expect(isDirty(loaded)).toBe(false);
});

test('access that is withdrawn while another user withdraws other access is in the order of the seller accounts', () => {
  const taking = after(initialForm(withoutAccess('10')), {
    type: 'accessChanged',
    ids: ['2'],
    sellerIds: ['9'],
    on: false,
  });

  expect(withheldIn(after(taking, { type: 'loaded', settings: withoutAccess('10', '12') }))).toEqual(['9', '10', '12']);
});

test('seller accounts that the server lists in the order in which access was withdrawn are no unsaved change', () => {
  const stored = withoutAccess('12', '10');

  expect(isDirty(after(initialForm(stored), { type: 'loaded', settings: stored }))).toBe(false);
});

test('an offset that was chosen here gives way to the zone that another user has chosen meanwhile', () => {
  const choosing = after(initialForm(ownerIn(null)), {
    type: 'addressChanged',
    id: '1',
    change: { timezoneOffset: 3 },
  });

  const loaded = after(choosing, { type: 'loaded', settings: ownerIn('Europe/Berlin') });

  expect(isDirty(loaded)).toBe(false);
});

test('an unsaved change of an address that was just added is not applied to one that another user added', () => {
  const id = '0198c0de-0000-4000-8000-000000000001';
  const adding = after(initialForm(withoutAccess()), { type: 'addressAdded', id, email: 'mine@example.com' });
  const typing = after(
    adding,
    { type: 'addressChanged', id, change: { digestEmailHour: 3 } },
    { type: 'saved', draft: adding.draft },
  );
  const before = withoutAccess();
  const theirs = address({ emailAddressId: '3', email: 'theirs@example.com', digestEmailHour: 8 });
  const mine = address({ emailAddressId: '4', email: 'mine@example.com' });

  const loaded = after(typing, {
    type: 'loaded',
    settings: { ...before, emailAddresses: [...before.emailAddresses, theirs, mine] },
  });

  expect(
    loaded.draft.addresses.map(({ emailAddressId, digestEmailHour }) => [emailAddressId, digestEmailHour]),
  ).toEqual([
    ['1', 7],
    ['2', 7],
    ['3', 8],
    ['4', 3],
  ]);
});

test('an address whose save worked, and whose answer was lost, is there once, with what was changed since', () => {
  const id = '0198c0de-0000-4000-8000-000000000001';
  const email = 'stock@example.com';
  const adding = after(
    initialForm(withoutAccess()),
    { type: 'addressAdded', id, email },
    { type: 'addressChanged', id, change: { digestEmailHour: 3 } },
  );
  const before = withoutAccess();
  const stored = { ...defaultAddress(before, { id: '3', email }), digestEmailHour: 3 };
  const settingsSince = { ...before, emailAddresses: [...before.emailAddresses, stored] };

  const loaded = after(adding, { type: 'loaded', settings: settingsSince });

  expect(loaded.draft.addresses.map(({ emailAddressId }) => emailAddressId)).toEqual(['1', '2', '3']);
  expect(isDirty(loaded)).toBe(false);

  const changed = after(
    adding,
    { type: 'addressChanged', id, change: { digestEmailHour: 6 } },
    { type: 'loaded', settings: settingsSince },
  );
  expect(changeOf(changed)).toEqual({ changedEmailAddresses: [{ emailAddressId: '3', digestEmailHour: 6 }] });
});

test('an address that takes the e-mail of a deleted one stays beside it until both are saved', () => {
  const id = '0198c0de-0000-4000-8000-000000000001';
  const replacing = after(
    initialForm(withoutAccess()),
    { type: 'addressDeleted', id: '2', isDeleted: true },
    { type: 'addressAdded', id, email: 'ops@example.com' },
  );

  const loaded = after(replacing, { type: 'loaded', settings: withoutAccess() });

  expect(loaded.draft.addresses.map(({ emailAddressId, isDeleted }) => [emailAddressId, isDeleted])).toEqual([
    ['1', false],
    ['2', true],
    [id, false],
  ]);
});
