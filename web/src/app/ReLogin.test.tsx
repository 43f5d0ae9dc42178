import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lostPart } from '../lib/browser/new-version.ts';
import { isOffline } from '../lib/http/connection.ts';
import { isReplaced, knownEmail, needsLogin } from '../lib/session/session.ts';
import { LostPart } from './LostPart.tsx';
import { reLogin, ReLogin } from './ReLogin.tsx';

const drawn = () => renderToStaticMarkup(<ReLogin />);

beforeEach(() => {
  knownEmail.set('owner@brightkeel.example');
  needsLogin.set(true);
  isReplaced.set(false);
});
afterEach(() => {
  knownEmail.set(null);
  needsLogin.set(false);
  reLogin.isLost.set(false);
  lostPart.set(false);
  isOffline.set(false);
});

test('the re-login dialog says that its form is being loaded, because every call of the page waits for it', () => {
  expect(drawn()).toMatch(/Please log in again.*is being loaded/);
  expect(drawn()).not.toContain('Reload now');
});

test('the re-login dialog offers to reload the page once its form is lost, and cannot be closed', () => {
  reLogin.isLost.set(true);

  expect(drawn()).toMatch(/did not load.*<button[^>]*>Reload now<\/button>/);
  expect(drawn()).not.toMatch(/Cancel|Close/);
});

test('while the connection is down, a lost form offers no reload, which would lose the page', () => {
  reLogin.isLost.set(true);
  isOffline.set(true);

  expect(drawn()).toContain('the connection is down');
  expect(drawn()).not.toContain('Reload now');
});

test('while the re-login dialog says that its form is lost, no second dialog above it says that a part is lost', () => {
  lostPart.set(true);
  expect(renderToStaticMarkup(<LostPart />)).toContain('A part of the page did not load');

  reLogin.isLost.set(true);
  expect(renderToStaticMarkup(<LostPart />)).toBe('');
});
