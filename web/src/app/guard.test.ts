import { expect, test } from 'vitest';
import { guard } from './guard.ts';

const visit = (path: string, hasLoginMarker: boolean, parameters: readonly string[] = []) =>
  guard({ path, hasLoginMarker, parameters });

test.each([
  '/home',
  '/connect',
  '/settings',
  '/subscription-and-billing',
  '/productsettings',
  '/logout',
  '/',
  '/nowhere',
])('without the login marker cookie the user is sent from %s to /login', (path) => {
  expect(visit(path, false)).toBe('/login');
});

test.each(['/login', '/signup', '/forgotpassword', '/resetpassword'])(
  'without the login marker cookie %s stays',
  (path) => {
    expect(visit(path, false)).toBeNull();
  },
);

test.each(['/login', '/signup', '/forgotpassword', '/resetpassword', '/'])(
  'with the login marker cookie the user is sent from %s to /home',
  (path) => {
    expect(visit(path, true)).toBe('/home');
  },
);

test.each([
  '/home',
  '/settings',
  '/subscription-and-billing',
  '/productsettings',
  '/connect',
  '/logout',
  '/subscription',
  '/cancelsubscription',
  '/newpricingredeemed',
  '/nowhere',
])('with the login marker cookie %s stays', (path) => {
  expect(visit(path, true)).toBeNull();
});

test('the link that confirms an e-mail address works with and without a log-in', () => {
  expect(visit('/verifyemail', false)).toBeNull();
  expect(visit('/verifyemail', true)).toBeNull();
  expect(visit('/mail-action', false)).toBeNull();
  expect(visit('/mail-action', true)).toBeNull();
});

test('the consent page of a program leads to the log-in by itself, with its parameters', () => {
  expect(visit('/oauth/authorize', false)).toBeNull();
  expect(visit('/oauth/authorize', true)).toBeNull();
});

test('with the cookie a link that resets a password works, and its page stays after the token was taken out of the address', () => {
  expect(visit('/resetpassword', true, ['token'])).toBeNull();
  expect(guard({ path: '/resetpassword', hasLoginMarker: true, parameters: [], isArrival: false })).toBeNull();
});

test('with the cookie /signup stays while it carries an amazon_callback_uri', () => {
  expect(visit('/signup', true, ['amazon_callback_uri', 'amazon_state'])).toBeNull();
  expect(visit('/signup', true, ['amazon_state'])).toBe('/home');
  expect(visit('/login', true, ['amazon_callback_uri'])).toBe('/home');
});
