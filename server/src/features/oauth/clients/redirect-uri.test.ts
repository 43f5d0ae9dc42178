import { expect, test } from 'vitest';
import { isRegistered } from './redirect-uri.ts';

const web = 'https://automation.test/callback';
const native = 'http://127.0.0.1/callback';
const app = 'com.example.app:/callback';

test.each([
  [web, true],
  [native, true],
  ['http://127.0.0.1:51004/callback', true],
  ['https://automation.test/callback/', false],
  ['https://automation.test/callback?x=1', false],
  ['https://automation.test:8443/callback', false],
  ['https://automation.test/callback#x', false],
  ['https://automation.test/callback#', false],
  ['https://user@automation.test/callback', false],
  ['http://automation.test/callback', false],
  ['https://evil.test/callback', false],
  ['http://127.0.0.1:51004/other', false],
  ['http://localhost:51004/callback', false],
  ['http://127.0.0.1.evil.test/callback', false],
  [app, true],
  ['com.example.app:/callback/', false],
  ['com.example.app:/callback#x', false],
  ['com.example.app://callback', false],
  ['com.example.app2:/callback', false],
  ['javascript:alert(1)', false],
  ['', false],
])('the return to %s is allowed: %s', (redirectUri, isAllowed) => {
  expect(isRegistered(redirectUri, { redirectUris: [web, native, app], secret: null })).toBe(isAllowed);
});

test.each(['myapp:/callback', 'javascript:/alert', 'data:/x', 'com.example.app://host/callback', 'https.:/x'])(
  'the registered address %s is no return, because its scheme is no domain in reverse order',
  (redirectUri) => {
    expect(isRegistered(redirectUri, { redirectUris: [redirectUri], secret: null })).toBe(false);
  },
);

test('a client with a secret returns to no app', () => {
  expect(isRegistered(app, { redirectUris: [app], secret: 'a secret of thirty-two characters' })).toBe(false);
});
