import { expect, test } from 'vitest';
import { followPage, typedFilter } from './typed-filter.ts';

test('letters that are typed while the page begins to filter by the earlier ones stay', () => {
  const passedOn = { ...typedFilter(''), typed: 'ket', sent: 'ket' };

  const typing = followPage({ ...passedOn, typed: 'kettle' }, '');
  expect(typing.typed).toBe('kettle');
  expect(followPage(typing, 'ket').typed).toBe('kettle');
});

test('the field takes over a text of the back button, of the forward button and of "clear filter"', () => {
  const filtered = followPage({ ...typedFilter(''), typed: 'ket', sent: 'ket' }, 'ket');

  const back = followPage({ ...filtered, typed: 'kettle' }, '');
  expect(back.typed).toBe('');
  expect(followPage(back, 'ket').typed).toBe('ket');
});
