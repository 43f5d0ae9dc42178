import { expect, test } from 'vitest';
import { isRegistered } from './redirect-uri.ts';

const web = 'https://automation.test/callback';
const native = 'http://127.0.0.1/callback';

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
  ['javascript:alert(1)', false],
  ['', false],
])('the return to %s is allowed: %s', (redirectUri, isAllowed) => {
  expect(isRegistered(redirectUri, [web, native])).toBe(isAllowed);
});
