import { expect, test } from 'vitest';
import { sourceOfAspect } from '../recording/observation.ts';
import { sources } from './registry.ts';

const told = sources.flatMap(({ aspects, name }) => aspects.map((aspect) => `${aspect} by ${name}`));

test('every aspect has the source that late messages are measured by', () => {
  const known = Object.entries(sourceOfAspect).map(([aspect, name]) => `${aspect} by ${name}`);

  const missing = known.filter((one) => !told.includes(one));

  expect({ missing, unknown: told.filter((one) => !known.includes(one)) }).toEqual({ missing: [], unknown: [] });
});

test('no aspect has two sources, and no two sources have one name', () => {
  const names = sources.map(({ name }) => name);

  expect([...new Set(told)]).toEqual(told);
  expect([...new Set(names)]).toEqual(names);
});
