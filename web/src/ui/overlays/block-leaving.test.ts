import { createMemoryHistory } from '@tanstack/react-router';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { blockLeaving } from './block-leaving.ts';

// The history asks in browsers only.
beforeEach(() => vi.stubGlobal('document', {}));
afterEach(() => vi.unstubAllGlobals());

/** A page with two unsaved forms, whose person answers like this. */
function pageWithTwoForms(answers: readonly boolean[]) {
  const history = createMemoryHistory({ initialEntries: ['/subscription-and-billing'] });
  let asked = 0;
  const ask = () => Promise.resolve(answers[asked++] ?? false);
  // The next page never loads, so that this one stays drawn.
  const router = { history, state: { resolvedLocation: history.location } };
  const stops = [blockLeaving(router, ask), blockLeaving(router, ask)];
  onTestFinished(() => stops.forEach((stop) => stop()));
  return { history, countAsked: () => asked };
}

test('leaving a page with two unsaved forms asks once', async () => {
  const { history, countAsked } = pageWithTwoForms([true]);

  history.push('/home');

  await vi.waitFor(() => expect(history.location.pathname).toBe('/home'));
  expect(countAsked()).toBe(1);
});

test('a person who has stayed is asked again the next time', async () => {
  const { history, countAsked } = pageWithTwoForms([false, true]);

  history.push('/home');
  await vi.waitFor(() => expect(countAsked()).toBe(1));
  history.push('/home');

  await vi.waitFor(() => expect(history.location.pathname).toBe('/home'));
  expect(countAsked()).toBe(2);
});

test('a change of the address on the same page asks nothing', () => {
  const { history, countAsked } = pageWithTwoForms([]);

  history.push('/subscription-and-billing?range=7');

  expect(countAsked()).toBe(0);
});

test('a person whose next page did not load is asked again when leaving it a second time', async () => {
  const { history, countAsked } = pageWithTwoForms([true, false]);
  history.push('/home');
  await vi.waitFor(() => expect(history.location.pathname).toBe('/home'));

  history.push('/home');
  await vi.waitFor(() => expect(countAsked()).toBe(2));
});

test('going back to a page that was not left, because the next one did not load, asks nothing', async () => {
  const { history, countAsked } = pageWithTwoForms([true]);
  history.push('/home');
  await vi.waitFor(() => expect(history.location.pathname).toBe('/home'));

  history.push('/subscription-and-billing#invoices');

  await vi.waitFor(() => expect(history.location.pathname).toBe('/subscription-and-billing'));
  expect(countAsked()).toBe(1);
});
