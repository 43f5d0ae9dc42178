import { expect, test } from 'vitest';
import type { SetupFacts } from '@app/shared/domain/account/setup-step.ts';
import { initialSetup, isWizardOver, nextSetup, shownStep, type SetupEvent, type SetupState } from './setup-wizard.ts';

const facts = (given: Partial<SetupFacts>): SetupFacts => ({
  paymentStatus: 2,
  secondsSinceFirstSellerAccountCreated: null,
  anySellerAccountSetupCompleted: false,
  ...given,
});

const after = (state: Partial<SetupState>, ...events: SetupEvent[]): SetupState =>
  events.reduce(nextSetup, { ...initialSetup, ...state });

test.each<[string, Partial<SetupFacts>, number]>([
  ['in trial without a seller account it starts at thank-you', {}, 3],
  ['without payment and with an account it waits', { paymentStatus: 1, secondsSinceFirstSellerAccountCreated: 5 }, 2],
  ['without payment and account it starts at thank-you', { paymentStatus: 1 }, 3],
  ['in trial with an account it starts at thank-you', { secondsSinceFirstSellerAccountCreated: 5 }, 3],
])('%s', (_, given, step) => {
  expect(after({}, { type: 'factsKnown', facts: facts(given) }).step).toBe(step);
});

test('facts that arrive again do not move a wizard that has started', () => {
  expect(after({ step: 4 }, { type: 'factsKnown', facts: facts({}) }).step).toBe(4);
});

test('adding a seller account with payment status 0 at the card step leads to the thank-you', () => {
  expect(after({ step: 1 }, { type: 'sellerAdded', paymentStatus: 0 }).step).toBe(3);
});

test.each([
  [1, 2],
  [3, 0],
  [3, 2],
  [4, 2],
] as const)('adding a seller account at step %i with payment status %i waits for the set-up', (step, status) => {
  expect(after({ step, authorizing: 'EU' }, { type: 'sellerAdded', paymentStatus: status })).toMatchObject({
    step: 2,
    authorizing: null,
  });
});

test('the add box opens at step 4 and closes to waiting', () => {
  expect(after({ step: 2 }, { type: 'addOpened' }).step).toBe(4);
  expect(after({ step: 4 }, { type: 'addClosed' }).step).toBe(2);
  expect(after({ step: 3 }, { type: 'addClosed' }).step).toBe(3);
});

test('the card step opens from the thank-you and closes to it', () => {
  expect(after({ step: 3 }, { type: 'cardOpened' }).step).toBe(1);
  expect(after({ step: 1 }, { type: 'cardClosed' }).step).toBe(3);
  expect(after({ step: 2 }, { type: 'cardClosed' }).step).toBe(2);
});

test('without payment the owner adds a card first, other users cannot', () => {
  const waiting = { ...initialSetup, step: 2 } as const;

  expect(shownStep(waiting, { paymentStatus: 1, isOwner: true })).toBe(1);
  expect(shownStep(waiting, { paymentStatus: 1, isOwner: false })).toBe(2);
  expect(shownStep(waiting, { paymentStatus: 2, isOwner: true })).toBe(2);
  expect(shownStep(initialSetup, { paymentStatus: 1, isOwner: true })).toBe(0);
});

test('while one authorisation is loading another cannot start', () => {
  const state = after(
    { step: 3 },
    { type: 'authorizationStarted', region: 'NA' },
    { type: 'authorizationStarted', region: 'EU' },
  );

  expect(state.authorizing).toBe('NA');
});

test('a failed or abandoned authorisation frees the buttons', () => {
  expect(after({ authorizing: 'NA' }, { type: 'authorizationFailed', message: 'No' })).toMatchObject({
    authorizing: null,
    failure: 'No',
  });
  expect(after({ authorizing: 'NA' }, { type: 'authorizationLeft' }).authorizing).toBeNull();
});

test('a failed authorisation is shown before a user whose account is set up is led to the dashboard', () => {
  const setUp = facts({ secondsSinceFirstSellerAccountCreated: 5, anySellerAccountSetupCompleted: true });
  const reported = after({ step: 3 }, { type: 'authorizationFailed', message: 'The marketplace did not answer' });

  expect(isWizardOver(setUp, initialSetup, {})).toBe(true);
  expect(isWizardOver(setUp, initialSetup, { connected: '1' })).toBe(true);
  expect(isWizardOver(setUp, initialSetup, { authorizationError: 'authorizationUnanswered' })).toBe(false);
  expect(isWizardOver(setUp, reported, {})).toBe(false);
  expect(isWizardOver(setUp, after(reported, { type: 'failureClosed' }), {})).toBe(true);
});
