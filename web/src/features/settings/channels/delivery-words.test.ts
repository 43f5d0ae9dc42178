import { expect, test } from 'vitest';
import { levelOfDelivery, outcomeWords, recipientOf, troubleOf, whatOf } from './delivery-words.ts';

test('the log states message, recipient, way and result', () => {
  expect(whatOf({ what: 'Buy box lost', productName: 'Cast-iron skillet', marketplace: 'US' })).toBe(
    'Buy box lost: Cast-iron skillet, US',
  );
  expect(whatOf({ what: 'Daily digest', productName: null, marketplace: null })).toBe('Daily digest');
  expect(recipientOf({ to: 'ann@acme.example', channel: 'mail' })).toBe('to ann@acme.example by e-mail');
  expect(recipientOf({ to: 'Warehouse', channel: 'webhook' })).toBe('to Warehouse by webhook');
  expect(levelOfDelivery({ colour: 'GREEN' })).toBe('improved');
  expect(levelOfDelivery({ colour: null })).toBeNull();
  expect(outcomeWords.failed).toEqual({ word: 'Failed', level: 'alert' });
});

test.each([
  [{ outcome: 'sent', error: null, attempts: 1 }, null],
  // Failures before a success are not shown.
  [{ outcome: 'sent', error: 'Timed out', attempts: 3 }, null],
  [{ outcome: 'waiting', error: 'Timed out', attempts: 3 }, 'Timed out (tried 3 times)'],
  [{ outcome: 'failed', error: '410 Gone', attempts: 1 }, '410 Gone'],
] as const)('%j has the trouble %j', (delivery, trouble) => {
  expect(troubleOf(delivery)).toBe(trouble);
});
