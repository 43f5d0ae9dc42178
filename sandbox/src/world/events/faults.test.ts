import { describe, expect, test } from 'vitest';
import { createFaults } from './faults.ts';

const faults = () => createFaults({ revoke: () => undefined });
const request = { operation: 'getReport', sellerId: 'A1' };

describe('A fault of notifications', () => {
  test('is on until it is lifted when it has no count', () => {
    const waiting = faults();
    waiting.add({ fault: 'notificationsSilent' });

    expect([1, 2, 3].map(() => waiting.isOn('notificationsSilent'))).toEqual([true, true, true]);
    expect(waiting.isOn('notificationsDuplicated')).toBe(false);
    waiting.clear();
    expect(waiting.isOn('notificationsSilent')).toBe(false);
  });

  test('is on for as many notifications as it counts', () => {
    const waiting = faults();
    waiting.add({ fault: 'notificationsDuplicated', count: 2 });

    expect([1, 2, 3].map(() => waiting.isOn('notificationsDuplicated'))).toEqual([true, true, false]);
  });

  test('spoils no request', () => {
    const waiting = faults();
    waiting.add({ fault: 'notificationsReordered' });

    expect(waiting.take(request)).toBeUndefined();
  });
});

describe('A fault of reports', () => {
  test('spoils the next report, not the requests about it', () => {
    const waiting = faults();
    waiting.add({ fault: 'halfReport' });

    expect(waiting.take(request)).toBeUndefined();
    expect(waiting.takeForReport('reportFatal', request)).toBe(false);
    expect(waiting.takeForReport('halfReport', request)).toBe(true);
    expect(waiting.takeForReport('halfReport', request)).toBe(false);
  });

  test('can be meant for one type of report', () => {
    const waiting = faults();
    waiting.add({ fault: 'reportFatal', operation: 'GET_SELLER_FEEDBACK_DATA' });

    expect(waiting.takeForReport('reportFatal', { operation: 'GET_OTHER', sellerId: 'A1' })).toBe(false);
    expect(waiting.takeForReport('reportFatal', { operation: 'GET_SELLER_FEEDBACK_DATA', sellerId: 'A1' })).toBe(true);
  });
});

test('a fault of requests is used up after one request unless it counts more', () => {
  const waiting = faults();
  waiting.add({ fault: '500' });

  expect(waiting.take(request)).toMatchObject({ fault: '500' });
  expect(waiting.take(request)).toBeUndefined();
});
