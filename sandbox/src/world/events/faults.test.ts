import { describe, expect, test } from 'vitest';
import { createFaults } from './faults.ts';

const faults = () => createFaults({ revoke: () => undefined });
const request = { operation: 'getReport', sellerId: 'A1' };

describe('A fault of notifications', () => {
  test('without a count stays active until it is cleared', () => {
    const waiting = faults();
    waiting.add({ fault: 'notificationsSilent' });

    expect([1, 2, 3].map(() => waiting.isOn('notificationsSilent'))).toEqual([true, true, true]);
    expect(waiting.isOn('notificationsDuplicated')).toBe(false);
    waiting.clear();
    expect(waiting.isOn('notificationsSilent')).toBe(false);
  });

  test('with a count stays active for that number of notifications', () => {
    const waiting = faults();
    waiting.add({ fault: 'notificationsDuplicated', count: 2 });

    expect([1, 2, 3].map(() => waiting.isOn('notificationsDuplicated'))).toEqual([true, true, false]);
  });

  test('does not affect requests', () => {
    const waiting = faults();
    waiting.add({ fault: 'notificationsReordered' });

    expect(waiting.take(request)).toBeUndefined();
  });
});

describe('A fault of reports', () => {
  test('affects the next report but not the requests for it', () => {
    const waiting = faults();
    waiting.add({ fault: 'halfReport' });

    expect(waiting.take(request)).toBeUndefined();
    expect(waiting.takeForReport('reportFatal', request)).toBe(false);
    expect(waiting.takeForReport('halfReport', request)).toBe(true);
    expect(waiting.takeForReport('halfReport', request)).toBe(false);
  });

  test('can be limited to one report type', () => {
    const waiting = faults();
    waiting.add({ fault: 'reportFatal', operation: 'GET_SELLER_FEEDBACK_DATA' });

    expect(waiting.takeForReport('reportFatal', { operation: 'GET_OTHER', sellerId: 'A1' })).toBe(false);
    expect(waiting.takeForReport('reportFatal', { operation: 'GET_SELLER_FEEDBACK_DATA', sellerId: 'A1' })).toBe(true);
  });
});

test('a fault of requests affects one request unless it has a higher count', () => {
  const waiting = faults();
  waiting.add({ fault: '500' });

  expect(waiting.take(request)).toMatchObject({ fault: '500' });
  expect(waiting.take(request)).toBeUndefined();
});

describe('A fault of tokens', () => {
  test('affects the next token request of its seller and no request to the SP-API', () => {
    const waiting = faults();
    waiting.add({ fault: 'invalidGrant', sellerId: 'A1' });

    expect(waiting.take(request)).toBeUndefined();
    expect(waiting.takeForToken('A2')).toBeUndefined();
    expect(waiting.takeForToken('A1')).toBe('invalidGrant');
    expect(waiting.takeForToken('A1')).toBeUndefined();
  });

  test('without a seller affects the next token request of any seller', () => {
    const waiting = faults();
    waiting.add({ fault: 'invalidClient', count: 2 });

    expect([waiting.takeForToken('A1'), waiting.takeForToken('A2')]).toEqual(['invalidClient', 'invalidClient']);
  });
});
