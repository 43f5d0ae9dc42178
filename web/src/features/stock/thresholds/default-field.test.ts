import { expect, test } from 'vitest';
import { defaultText, followStored, overtakenText, readTyped, storedText, typeInto } from './default-field.ts';

test('a default that is typed on while the first digits are being saved keeps all of them, and is sent again', () => {
  const typing = { ...defaultText(''), typed: '50', sent: '5' };

  expect(followStored(typing, '5')).toEqual({ typed: '50', sent: '5', stored: '5', seen: '' });
});

test('a field in which nothing was typed shows the stored default', () => {
  expect(followStored(defaultText('5'), '7')).toEqual(defaultText('7'));
  expect(followStored({ ...defaultText(''), typed: ' 07', sent: '07' }, '7')).toEqual(defaultText('7'));
});

const accepted = { isRefused: false };

test('a default replaces the one that was shown when the person began to type, whatever is stored meanwhile', () => {
  const begun = typeInto(defaultText('5'), '1', accepted);

  expect(typeInto(followStored(begun, '7'), '12', accepted)).toMatchObject({ typed: '12', seen: '5' });
});

test('a default that is typed while the one before it is being saved replaces that one, unless it was refused', () => {
  const sent = { ...typeInto(defaultText('5'), '6', accepted), sent: '6' };

  expect(typeInto(sent, '60', accepted)).toMatchObject({ typed: '60', seen: '6' });
  expect(typeInto(sent, '60', { isRefused: true })).toMatchObject({ typed: '60', seen: '5' });
});

test('the note about a default that somebody else has changed says what it is now', () => {
  expect(overtakenText('FBA Stock, Alert days', storedText(7))).toContain('set “FBA Stock, Alert days” to 7 meanwhile');
  expect(overtakenText('FBA Stock, Alert days', storedText(undefined))).toContain('emptied “FBA Stock, Alert days”');
});

test('an empty field is no default, and the word for no threshold is read in any case', () => {
  expect([readTyped(' '), readTyped(' 7'), readTyped('NONE')]).toEqual([null, 7, 'none']);
});
