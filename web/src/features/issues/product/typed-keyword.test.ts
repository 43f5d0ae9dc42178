import { expect, test } from 'vitest';
import { afterAdding } from './typed-keyword.ts';

test('the next keyword that is typed while one is being added stays in the fields', () => {
  const sent = { phrase: 'skillet', threshold: '20' };

  expect(afterAdding(sent, sent)).toEqual({ phrase: '', threshold: '' });
  expect(afterAdding({ ...sent, phrase: 'cast iron pan' }, sent)).toEqual({ phrase: 'cast iron pan', threshold: '20' });
  expect(afterAdding({ ...sent, threshold: '30' }, sent)).toEqual({ phrase: '', threshold: '30' });
});
