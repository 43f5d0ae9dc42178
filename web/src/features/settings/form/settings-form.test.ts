import { expect, test } from 'vitest';
import { putSettings } from '@app/shared/contract/accounts.ts';
import { addressIn, initialForm, isDirty, isUnsavedEmail, type SettingsForm } from './form-model.ts';
import { address, off, seller, settings } from './settings-builders.ts';
import { changeOf } from './settings-change.ts';
import { reduceForm, type FormAction } from './settings-form.ts';
import { isValid, problemsOf } from './settings-problems.ts';

const after = (form: SettingsForm, ...actions: readonly FormAction[]): SettingsForm => actions.reduce(reduceForm, form);
const form = initialForm(settings());
const newId = '0198c0de-0000-4000-8000-000000000001';

const firstChanged = (changed: SettingsForm) => changeOf(changed).changedEmailAddresses?.[0];

/** The body of the save, checked against the contract. */
function bodyOf(changed: SettingsForm) {
  const change = changeOf(changed);
  expect(putSettings.body.safeParse(change).success).toBe(true);
  return change;
}

test('an untouched form is clean and would send nothing', () => {
  expect(isDirty(form)).toBe(false);
  expect(bodyOf(form)).toEqual({});
});

test('an offset that was chosen before the saved zone was chosen again is not sent, because it would remove the zone', () => {
  const changed = after(
    form,
    { type: 'addressChanged', id: '2', change: { timeZone: null } },
    { type: 'addressChanged', id: '2', change: { timezoneOffset: -8 } },
    { type: 'addressChanged', id: '2', change: { timeZone: 'Europe/Berlin' } },
  );

  expect(bodyOf(changed)).toEqual({});
  expect(isDirty(changed)).toBe(false);
});

test('only changed fields are sent, with alerts and sellers as joined strings of what turned on and off', () => {
  const changed = after(
    form,
    { type: 'addressChanged', id: '2', change: { digestEmailHour: 6, quietFromHour: 22, quietToHour: 7 } },
    { type: 'alertChanged', id: '2', alertType: 'PRICE', colour: 'RED', on: true },
    { type: 'alertChanged', id: '2', alertType: 'PRICE', colour: 'AMBER', on: true },
    { type: 'alertChanged', id: '2', alertType: 'LOST_BUYBOX', colour: 'GREEN', on: false },
    { type: 'sellerAlertsChanged', id: '2', sellerIds: ['12', '10'], on: false },
    { type: 'accessChanged', ids: ['1', '2'], sellerIds: ['11'], on: false },
    { type: 'nicknameChanged', sellerId: '11', name: ' Second shop ' },
    { type: 'accountChanged', change: { instantAlert: false, batchingHours: '24', lastName: 'Owens' } },
  );

  expect(isDirty(changed)).toBe(true);
  expect(bodyOf(changed)).toEqual({
    changedEmailAddresses: [
      {
        emailAddressId: '2',
        digestEmailHour: 6,
        quietFromHour: 22,
        quietToHour: 7,
        alertTurnedOn: 'PRICE:RED,AMBER',
        alertTurnedOff: 'LOST_BUYBOX:GREEN',
        sellersTurnedOff: '10;12',
        sellersAccountAccessOff: '11',
      },
    ],
    sellerAccountNewNames: { 11: 'Second shop' },
    instantAlert: false,
    batchingIntervalMinutes: 1440,
    lastName: 'Owens',
  });
});

test('a change that is taken back counts as no change, field by field', () => {
  const changed = after(
    form,
    { type: 'addressChanged', id: '2', change: { email: 'other@example.com' } },
    { type: 'addressChanged', id: '2', change: { email: 'ops @example.com\t' } },
    { type: 'sellerAlertsChanged', id: '2', sellerIds: ['12', '10'], on: false },
    { type: 'sellerAlertsChanged', id: '2', sellerIds: ['10', '12'], on: true },
    { type: 'alertChanged', id: '1', alertType: 'PRICE', colour: 'GREEN', on: true },
    { type: 'alertChanged', id: '1', alertType: 'PRICE', colour: 'GREEN', on: false },
    { type: 'addressDeleted', id: '2', isDeleted: true },
    { type: 'addressDeleted', id: '2', isDeleted: false },
    { type: 'addressAdded', id: newId, email: 'new@example.com' },
    { type: 'addressDeleted', id: newId, isDeleted: true },
  );

  expect(isDirty(changed)).toBe(false);
  expect(changeOf(changed)).toEqual({});
});

test('all on and all off change every existing colour, but no type that the plan does not include', () => {
  expect(firstChanged(after(form, { type: 'allAlertsChanged', ids: ['2'], on: true }))).toEqual({
    emailAddressId: '2',
    alertTurnedOn: 'PRICE:RED,AMBER,GREEN',
  });
  expect(firstChanged(after(form, { type: 'allAlertsChanged', ids: ['2'], on: false }))).toEqual({
    emailAddressId: '2',
    alertTurnedOff: 'LOST_BUYBOX:RED,GREEN;LISTING_SUSPENDED:RED',
  });
});

test('a new address has the defaults of the specification; a deleted one is removed by the save', () => {
  const changed = after(
    form,
    { type: 'addressAdded', id: newId, email: ' new@ example.com' },
    { type: 'addressDeleted', id: '1', isDeleted: true },
    { type: 'addressDeleted', id: '2', isDeleted: true },
  );

  expect(addressIn(changed.draft, newId)).toMatchObject({
    subscribedToDailyDigestEmail: true,
    subscribedToNewsletter: false,
    alertsSettings: { SALES_DROP: off, PRICE: off, LOST_BUYBOX: { RED: true, AMBER: false, GREEN: true } },
  });
  expect(bodyOf(changed)).toEqual({
    changedEmailAddresses: [
      {
        emailAddressId: newId,
        isNew: true,
        email: 'new@example.com',
        timezoneOffset: 1,
        timezoneAdjustToDST: true,
        timeZone: 'Europe/Berlin',
        digestEmailHour: 7,
      },
    ],
    // The primary address cannot be deleted.
    deletedEmailAddresses: ['2'],
  });
});

test('after a save the sent draft is the original, and later typing is still unsaved', () => {
  const sent = after(
    form,
    { type: 'addressAdded', id: newId, email: 'new@example.com' },
    { type: 'addressDeleted', id: '2', isDeleted: true },
    { type: 'accountChanged', change: { firstName: 'Olga' } },
  );
  const typing = after(sent, { type: 'addressChanged', id: newId, change: { digestEmailHour: 9 } });
  const saved = after(typing, { type: 'saved', draft: sent.draft });
  const stored = settings({
    firstName: 'Olga',
    emailAddresses: [
      address({ isPrimary: true, isUser: true }),
      address({ emailAddressId: '3', email: 'New@example.com', isVerified: false }),
    ],
  });
  const loaded = after(saved, { type: 'loaded', settings: stored });

  expect(isDirty(after(sent, { type: 'saved', draft: sent.draft }))).toBe(false);
  expect(loaded.draft.addresses.map(({ emailAddressId }) => emailAddressId)).toEqual(['1', '3']);
  expect(bodyOf(loaded)).toEqual({ changedEmailAddresses: [{ emailAddressId: '3', digestEmailHour: 9 }] });
});

test('an address that is deleted while a save is under way is deleted by the next save', () => {
  const sent = after(form, { type: 'accountChanged', change: { firstName: 'Olga' } });
  const deleting = after(sent, { type: 'addressDeleted', id: '2', isDeleted: true });
  const saved = after(deleting, { type: 'saved', draft: sent.draft });
  const loaded = after(saved, { type: 'loaded', settings: settings({ firstName: 'Olga' }) });

  expect(isDirty(loaded)).toBe(true);
  expect(bodyOf(loaded)).toEqual({ deletedEmailAddresses: ['2'] });
});

test('a reload of the settings keeps unsaved changes', () => {
  const typing = after(
    form,
    { type: 'addressAdded', id: newId, email: 'new@example.com' },
    { type: 'addressChanged', id: '2', change: { digestEmailHour: 9 } },
    { type: 'nicknameChanged', sellerId: '10', name: 'Mine' },
  );
  const anew = settings({
    lastName: 'Owens',
    sellerAccounts: [seller('10', 'Theirs'), seller('11', 'Eleven')],
    emailAddresses: [
      address({ isPrimary: true, isUser: true }),
      address({ emailAddressId: '2', email: 'ops@example.com', isUser: true, quietFromHour: 1, quietToHour: 2 }),
    ],
  });
  const loaded = after(typing, { type: 'loaded', settings: anew });

  expect(loaded.draft.account.lastName).toBe('Owens');
  expect(addressIn(loaded.draft, '2')).toMatchObject({ quietFromHour: 1, digestEmailHour: 9 });
  expect(changeOf(loaded)).toMatchObject({
    changedEmailAddresses: [{ emailAddressId: '2', digestEmailHour: 9 }, { emailAddressId: newId }],
    sellerAccountNewNames: { 10: 'Mine' },
  });
});

test.each<[string, FormAction, object]>([
  [
    'an invalid e-mail',
    { type: 'addressChanged', id: '2', change: { email: 'ops@' } },
    { emails: { 2: 'Please enter a valid e-mail address' } },
  ],
  [
    'an e-mail that is in the list already',
    { type: 'addressAdded', id: newId, email: 'OPS@example.com' },
    {
      emails: {
        2: 'This e-mail address is in the list already',
        [newId]: 'This e-mail address is in the list already',
      },
    },
  ],
  [
    'an e-mail of more than 100 characters',
    { type: 'addressChanged', id: '2', change: { email: `${'a'.repeat(90)}@example.com` } },
    { emails: { 2: 'Please enter a valid e-mail address' } },
  ],
  ['no first name', { type: 'accountChanged', change: { firstName: ' ' } }, { firstName: 'Please enter a first name' }],
  [
    'a last name of more than 200 characters',
    { type: 'accountChanged', change: { lastName: 'a'.repeat(201) } },
    { lastName: 'A last name has 200 characters at most' },
  ],
  ...['0', '25', '1.5', '', 'two'].map((batchingHours): [string, FormAction, object] => [
    `a batching interval of “${batchingHours}” hours`,
    { type: 'accountChanged', change: { instantAlert: false, batchingHours } },
    { batchingHours: 'Please enter a number of hours from 1 to 24' },
  ]),
  [
    'a nickname of more than 70 characters',
    { type: 'nicknameChanged', sellerId: '10', name: 'a'.repeat(71) },
    { nicknames: { 10: 'A nickname has 70 characters at most' } },
  ],
])('%s prevents the save', (_, action, problems) => {
  const changed = after(form, action);
  expect(isDirty(changed)).toBe(true);
  expect(problemsOf(changed)).toEqual({ emails: {}, nicknames: {}, ...problems });
  expect(isValid(problemsOf(changed))).toBe(false);
});

test('a batching interval that instant alerts hide prevents no save, and is not sent', () => {
  const changed = after(
    form,
    { type: 'accountChanged', change: { instantAlert: false, batchingHours: '' } },
    { type: 'accountChanged', change: { instantAlert: true, lastName: 'Owens' } },
  );

  expect(isValid(problemsOf(changed))).toBe(true);
  expect(bodyOf(changed)).toEqual({ lastName: 'Owens' });
});

test('a reload merges each alert and each seller account by itself', () => {
  const typing = after(
    form,
    { type: 'alertChanged', id: '2', alertType: 'PRICE', colour: 'RED', on: true },
    { type: 'accessChanged', ids: ['2'], sellerIds: ['11', '12'], on: false },
  );
  const anew = settings({
    // The account 12 was deleted.
    sellerAccounts: [seller('10', null), seller('11', null)],
    emailAddresses: [
      address({ isPrimary: true, isUser: true }),
      address({
        emailAddressId: '2',
        email: 'ops@example.com',
        isUser: true,
        alertsSettings: { PRICE: off, LOST_BUYBOX: off, SALES_DROP: off, LISTING_SUSPENDED: off },
        allowedSellerAccounts: ['10'],
      }),
    ],
  });

  expect(firstChanged(after(typing, { type: 'loaded', settings: anew }))).toEqual({
    emailAddressId: '2',
    alertTurnedOn: 'PRICE:RED',
    sellersAccountAccessOff: '11',
  });
});

test('the e-mail of a deleted address may be used again, and an empty nickname removes the nickname', () => {
  const changed = after(
    form,
    { type: 'addressDeleted', id: '2', isDeleted: true },
    { type: 'addressAdded', id: newId, email: 'ops@example.com' },
    { type: 'nicknameChanged', sellerId: '10', name: '' },
  );
  expect(isValid(problemsOf(changed))).toBe(true);
  expect(bodyOf(changed)).toMatchObject({ deletedEmailAddresses: ['2'], sellerAccountNewNames: { 10: '' } });
});

const isUnsaved = (changed: SettingsForm, id: string) => {
  const found = addressIn(changed.draft, id);
  return found && isUnsavedEmail(changed, found);
};

test('an address whose e-mail was edited or never saved is not known to the server by it', () => {
  const edited = after(form, { type: 'addressChanged', id: '2', change: { email: 'new@example.com' } });
  const added = after(form, { type: 'addressAdded', id: newId, email: 'third@example.com' });

  expect([isUnsaved(form, '2'), isUnsaved(edited, '2'), isUnsaved(edited, '1'), isUnsaved(added, newId)]).toEqual([
    false,
    true,
    false,
    true,
  ]);
});
