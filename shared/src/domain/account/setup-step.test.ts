import { describe, expect, test } from 'vitest';
import { firstSetupStep, isSetupOver, remainingSetupMinutes, stepAfterSellerAdded } from './setup-step.ts';

const facts = (paymentStatus: number, seconds: number | null, isAnySetUp = false) => ({
  paymentStatus,
  secondsSinceFirstSellerAccountCreated: seconds,
  anySellerAccountSetupCompleted: isAnySetUp,
});

describe('section 4, "Setup step"', () => {
  test.each([
    ['with payment status 2 and no seller account it starts at 3', facts(2, null), 3],
    ['with payment status 1 and a seller account it starts at 2', facts(1, 0), 2],
    ['with payment status 1 and no seller account it starts at 3', facts(1, null), 3],
    ['with payment status 2 and a seller account it starts at 3', facts(2, 60), 3],
    ['with payment status 0 it starts at 3', facts(0, 60), 3],
  ] as const)('%s', (_, given, step) => {
    expect(firstSetupStep(given)).toBe(step);
  });

  test('adding a seller account goes to 3 when payment status is 0 and the step is 1, otherwise to 2', () => {
    expect(stepAfterSellerAdded(1, 0)).toBe(3);
    expect(stepAfterSellerAdded(1, 2)).toBe(2);
    expect(stepAfterSellerAdded(3, 0)).toBe(2);
  });

  test('the wizard is over once a seller account is set up and payment status is not 1', () => {
    expect(isSetupOver(facts(2, 60, true))).toBe(true);
    expect(isSetupOver(facts(1, 60, true))).toBe(false);
    expect(isSetupOver(facts(2, 60, false))).toBe(false);
  });
});

test.each([
  [7, 0, 7],
  [7, 1, 7],
  [7, 60, 6],
  [7, 419, 1],
  [7, 420, 0],
  [7, 9999, 0],
])('with %i minutes announced, after %i seconds %i are left', (waitMinutes, seconds, left) => {
  expect(remainingSetupMinutes(waitMinutes, seconds)).toBe(left);
});
