import { expect, test } from 'vitest';
import { initialForm } from '../form/form-model.ts';
import { address, settings } from '../form/settings-builders.ts';
import { lineOf, sellersNote } from './email-words.ts';

const emailAddresses = [
  address({ isPrimary: true, isUser: true, digestEmailHour: 0 }),
  address({ emailAddressId: '2', email: 'ops@example.com', isUser: true, firstName: 'Una', lastName: 'User' }),
];
const linesFor = (email: string, isOwner: boolean) => {
  const seen = settings({ email, isOwner, emailAddresses });
  return initialForm(seen).draft.addresses.map((one) => lineOf(one, seen));
};

test("a user sees their own digest, and not the owner's", () => {
  expect(linesFor('owner@example.com', true)).toEqual(['Primary, digest 00:00', 'Una User, digest 07:00']);
  expect(linesFor('ops@example.com', false)).toEqual(['Primary', 'Una User, digest 07:00']);
});

test('the note on the seller accounts of an address has no number where there is only one', () => {
  expect([sellersNote(1, 1), sellersNote(0, 1)]).toEqual(['Alerts are on', 'Alerts are off']);
  expect([sellersNote(3, 3), sellersNote(2, 3)]).toEqual(['Alerts of all 3', 'Alerts of 2 of 3']);
});
