import { expect, test } from 'vitest';
import { aspects } from '@app/shared/watchdogs/facts/observations.ts';
import { sources } from './registry.ts';

const observed = sources.flatMap((source) => source.aspects);

test('every aspect has a source', () => {
  expect(observed.toSorted()).toEqual(aspects.toSorted());
});

test('no aspect has two sources, and no two sources have one name', () => {
  const names = sources.map(({ name }) => name);

  expect([...new Set(observed)]).toEqual(observed);
  expect([...new Set(names)]).toEqual(names);
});
