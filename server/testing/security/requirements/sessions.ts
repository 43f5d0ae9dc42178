import { absent, rule, testsOf } from '../requirement.ts';

const document = testsOf('server/test/security/document.test.ts');
const logIns = testsOf('server/test/security/log-ins.test.ts');
const auth = testsOf('server/src/features/auth/auth.test.ts');
const change = testsOf('server/src/features/auth/new-password/change-password.test.ts');
const oauth = testsOf('server/src/features/oauth/oauth.test.ts');
const proof = testsOf('server/test/proof.test.ts');

export const sessions = [
  rule(
    '7.1.1',
    'docs/security.md has the lifetimes of sessions and their reasons.',
    document('the lifetimes are those of the source'),
  ),
  rule(
    '7.1.2',
    'Sessions of a person are not limited in number; docs/security.md says why. People see and end them.',
    document('the sections that requirements rely on are there'),
    change('the sessions of the viewer are listed, this browser first, by browser name'),
  ),
  absent('7.1.3', 'Sessions are ours alone; there is no single sign-on.'),
  rule(
    '7.2.1',
    'The cookie is looked up in the database by the server.',
    auth('a session cookie that was never issued does not log in'),
  ),
  rule(
    '7.2.2',
    'A session is a random reference.',
    logIns('each log-in has a session of its own with 256 random bits'),
  ),
  rule(
    '7.2.3',
    'A session has 256 random bits, stored as SHA-256.',
    logIns('each log-in has a session of its own with 256 random bits'),
    auth('neither sessions nor passwords can be read from the database'),
  ),
  rule(
    '7.2.4',
    'A log-in ends the session of its browser and begins another one; giving the password again gives the session a new secret.',
    logIns('a log-in ends the session that its browser had'),
    logIns('giving the password again gives the session a new secret, and the former one ends'),
  ),
  rule(
    '7.3.1',
    'A session ends 12 hours after its last extension, a kept one after 30 days.',
    auth('a session that is not kept ends 12 hours after its last extension, and after 7 days at most'),
    auth('a kept session ends 30 days after its last extension, and after 90 at most'),
  ),
  rule(
    '7.3.2',
    'A session ends after 7 days, a kept one after 90.',
    auth('a session that is not kept ends 12 hours after its last extension, and after 7 days at most'),
    auth('a kept session ends 30 days after its last extension, and after 90 at most'),
  ),
  rule(
    '7.4.1',
    'Signing out deletes the session, for every copy of its cookie, and closes its streams.',
    auth('signing out ends the session for every copy of its cookie'),
    testsOf('server/test/event-stream.test.ts')(
      'a stream of events ends at once with its session, and when the rights of its user change',
    ),
  ),
  rule(
    '7.4.2',
    'Removing a user ends the sessions and tokens of the user at once.',
    testsOf('server/src/features/accounts/settings/settings.test.ts')(
      'a deleted user is logged out at once and cannot log in, and their pending mail is dropped',
    ),
  ),
  rule(
    '7.4.3',
    'A new password ends all other sessions; after a change of a factor people can end them.',
    change('a changed password ends all other sessions at once, and the owner of the address is informed'),
    change('one session or all others can be ended by hand, at once'),
  ),
  rule(
    '7.4.4',
    'Every page with a log-in has the menu that signs out.',
    testsOf('e2e/session.spec.ts')('logging out leaves no data in the browser'),
  ),
  rule(
    '7.4.5',
    'An operator ends all sessions of a person by a command.',
    testsOf('server/src/admin/admin.test.ts')('an operator ends all sessions of a person'),
  ),
  rule(
    '7.5.1',
    'Addresses, factors, users, channels, tokens, programs that may act and the account of a spreadsheet change only within a quarter of an hour after the password was given.',
    proof('log-ins, users, webhooks, tokens, exports and deletions need the password again'),
    proof('$name changes nothing a quarter of an hour after the password was given'),
    oauth('a program is allowed only soon after the password was given, and denied at any time'),
  ),
  rule(
    '7.5.2',
    'People see their sessions, and end them after giving the password again.',
    proof('$name changes nothing a quarter of an hour after the password was given'),
    change('one session or all others can be ended by hand, at once'),
  ),
  absent('7.6.1', 'There is no federation.'),
  rule(
    '7.6.2',
    'A session begins with a form that a person sends.',
    testsOf('server/test/contract.test.ts')('$name answers 401 without a login'),
  ),
];
