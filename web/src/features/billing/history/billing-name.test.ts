import { expect, test } from 'vitest';
import { offName, reduceName, type NameEvent } from './billing-name.ts';

const after = (...events: readonly NameEvent[]) => events.reduce(reduceName, offName);
const begun: NameEvent = { type: 'begun', saved: 'Brightkeel' };
const typed = (name: string): NameEvent => ({ type: 'typed', name });

test('editing goes from off to on, in progress and off again', () => {
  expect(after(begun)).toEqual({ phase: 'on', name: 'Brightkeel', error: null });
  expect(after(begun, typed('Brightkeel Goods'), { type: 'sent' })).toEqual({
    phase: 'inprogress',
    name: 'Brightkeel Goods',
    error: null,
  });
  expect(after(begun, { type: 'sent' }, { type: 'ended' })).toEqual(offName);
});

test('while saving nothing can be typed; after a failure the typed name is still there', () => {
  expect(after(begun, { type: 'sent' }, typed('Other'))).toMatchObject({ phase: 'inprogress', name: 'Brightkeel' });
  expect(after(begun, typed('Other'), { type: 'sent' }, { type: 'failed' })).toMatchObject({
    phase: 'on',
    name: 'Other',
  });
});

test.each([
  ['an empty', ' ', 'Please enter a name'],
  ['a too long', 'x'.repeat(201), 'A name has 200 characters at most'],
])('%s name is not sent', (_, name, error) => {
  expect(after(begun, typed(name), { type: 'sent' })).toMatchObject({ phase: 'on', error });
  expect(after(begun, typed(name), { type: 'sent' }, typed('Good'))).toMatchObject({ error: null });
});

test('without an edit nothing changes', () => {
  expect(after(typed('x'))).toEqual(offName);
});
