import { expect, test } from 'vitest';
import { noWork, withoutWork, withWork } from './channel-works.ts';

test('the end of a test message leaves the removal of its channel under way', () => {
  const both = withWork(withWork(noWork, 'test'), 'remove');
  expect([...both]).toEqual(['test', 'remove']);

  const removing = withoutWork(both, 'test');

  expect([...removing]).toEqual(['remove']);
  expect(withoutWork(removing, 'remove')).toEqual(noWork);
});
