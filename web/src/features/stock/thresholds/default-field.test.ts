import { expect, test } from 'vitest';
import { defaultText, followStored } from './default-field.ts';

test('a default that is typed on while the first digits are being saved keeps all of them, and is sent again', () => {
  const typing = { ...defaultText(''), typed: '50', sent: '5' };

  expect(followStored(typing, '5')).toEqual({ typed: '50', sent: '5', stored: '5' });
});

test('a field in which nothing was typed shows the stored default', () => {
  expect(followStored(defaultText('5'), '7')).toEqual(defaultText('7'));
  expect(followStored({ ...defaultText(''), typed: ' 07', sent: '07' }, '7')).toEqual(defaultText('7'));
});
