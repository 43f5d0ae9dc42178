import { expect, test } from 'vitest';
import { isServerAway, refusalOfAddress } from './refusal.ts';

const refused = (responseCode: number, response: string, command = 'RCPT TO') =>
  Object.assign(new Error(`Can't send mail: ${response}`), { code: 'EENVELOPE', responseCode, response, command });

test.each([
  [550, '550 5.1.1 The email account that you tried to reach does not exist'],
  [550, '550-5.1.1 No such user\n550 5.1.1 here'],
  [550, '550 5.1.10 RecipientNotFound'],
  [553, '553 5.1.3 Bad recipient address syntax'],
  [550, '550 5.2.1 This mailbox has been disabled'],
  [550, '550 Mailbox unavailable'],
  [551, '551 User not local'],
])('%i rejects the address for good: %s', (code, response) => {
  expect(refusalOfAddress(refused(code, response))).toBe(response);
});

test.each([
  ['a full mailbox', refused(552, '552 5.2.2 Mailbox full')],
  ['a policy', refused(550, '550 5.7.1 Message rejected as spam')],
  ['greylisting', refused(451, '451 4.7.1 Please try again later')],
  ['a mailbox that is busy', refused(450, '450 Mailbox unavailable')],
  ['a refused mail with an accepted address', refused(550, '550 5.1.1 Bad content', 'DATA')],
  ['our own address that is refused', refused(550, '550 5.1.8 Bad sender', 'MAIL FROM')],
  ['an unreachable server', Object.assign(new Error('connect ECONNREFUSED'), { code: 'ESOCKET' })],
  ['a log-in that fails', refused(535, '535 5.7.8 Authentication failed', 'AUTH PLAIN')],
  ['a value that is not an error', 'refused'],
])('%s does not reject the address', (_what, error) => {
  expect(refusalOfAddress(error)).toBeNull();
});

test.each([
  ['cannot be reached', Object.assign(new Error('connect ECONNREFUSED'), { code: 'ESOCKET' })],
  ['closes', refused(421, '421 4.3.2 Closing', 'MAIL FROM')],
  ['does not take our password', refused(535, '535 5.7.8 Authentication failed', 'AUTH PLAIN')],
  ['greets with a refusal', refused(554, '554 5.7.1 No service for you', 'CONN')],
])('all mails wait for a server that %s', (_what, error) => {
  expect(isServerAway(error)).toBe(true);
});

test.each(['MAIL FROM', 'RCPT TO', 'DATA'])('a refusal of %s concerns one mail', (command) => {
  expect(isServerAway(refused(550, '550 5.7.1 Refused', command))).toBe(false);
});
