import { absent, deviation, rule, testsOf } from '../requirement.ts';

const document = testsOf('server/test/security/document.test.ts');
const sources = testsOf('server/test/security/sources.test.ts');
const logIns = testsOf('server/test/security/log-ins.test.ts');
const logIn = testsOf('server/src/features/auth/log-in/log-in.test.ts');
const change = testsOf('server/src/features/auth/new-password/change-password.test.ts');
const reset = testsOf('server/src/features/auth/new-password/reset-password.test.ts');
const common = testsOf('server/src/features/auth/new-password/common-password.test.ts');
const rules = testsOf('shared/src/domain/inputs/password.test.ts');
const twoFactor = testsOf('server/src/features/auth/second-step/two-factor.test.ts');
const passkeys = testsOf('server/src/features/auth/second-step/passkeys.test.ts');

export const authentication = [
  rule(
    '6.1.1',
    'docs/security.md and record 42 say how guesses are counted, and why nobody can lock somebody else out.',
    document('the limits are those of the source'),
  ),
  rule(
    '6.1.2',
    'The words of our own trade that no password may be made of are listed in common-words.ts and in docs/security.md.',
    document('the words of our own trade are those of the source'),
  ),
  rule(
    '6.1.3',
    'docs/security.md lists every way to be admitted, with its strength.',
    document('the ways to be admitted are those of the contract'),
  ),
  rule('6.2.1', 'A password has 8 characters at least.', rules('the password %j: %s')),
  rule(
    '6.2.2',
    'People change their password in the settings.',
    change('a changed password ends all other sessions at once, and the owner of the address is informed'),
  ),
  rule(
    '6.2.3',
    'A change needs the current password.',
    change('a wrong current password changes nothing, and counts like a wrong password at login'),
  ),
  rule(
    '6.2.4',
    'New passwords are compared with the most common ones that our rules allow, more than 5,000, and with the words that these are made of.',
    common('the most common passwords that the rules allow are refused'),
    reset('%s is refused, and the link stays valid'),
  ),
  deviation(
    '6.2.5',
    'The specification asks for a letter and a digit or symbol. Everything else is free, in any script.',
    rules('the password %j: %s'),
  ),
  rule(
    '6.2.6',
    'Password fields hide what is typed.',
    sources('password fields hide, and let managers and pasting work'),
  ),
  rule(
    '6.2.7',
    'Password fields are named for managers and accept pasting.',
    sources('password fields hide, and let managers and pasting work'),
  ),
  rule(
    '6.2.8',
    'A password is hashed exactly as it was given.',
    logIns('a password of 200 characters is taken exactly as it was given'),
  ),
  rule(
    '6.2.9',
    'A password may have up to 1,000 characters.',
    logIns('a password of 200 characters is taken exactly as it was given'),
  ),
  rule('6.2.10', 'Passwords have no end.', logIns('a password has no end')),
  rule('6.2.11', 'Passwords made of the words of our own trade are refused.', common('the password %s is common')),
  rule(
    '6.2.12',
    'New passwords are compared with a list of passwords that were leaked.',
    common('the most common passwords that the rules allow are refused'),
  ),
  rule(
    '6.3.1',
    'Guesses are counted by browser, network and address, concurrently too.',
    logIn('after ten wrong passwords a network is locked out of that address for 15 minutes, even with the right one'),
    logIn('a network that tries one password on many addresses is locked, and other networks are not'),
    logIn('concurrent attempts are all counted'),
  ),
  rule(
    '6.3.2',
    'A new database has no log-in; operators are made by a command.',
    logIns('a new database has no log-in'),
  ),
  deviation(
    '6.3.3',
    'The specification makes second factors optional. Owners can require them of everybody, operators need one, and guesses are throttled.',
    twoFactor('where a second factor is required, a user without one must set it up before any other call'),
    testsOf('server/src/features/operating/operating.test.ts')(
      'the calls exist for an operator with a second step alone, and for nobody else',
    ),
  ),
  rule(
    '6.3.4',
    'A person with a second factor needs it at each log-in by password; calls without a log-in are a closed list.',
    document('the ways to be admitted are those of the contract'),
    twoFactor('after an app has proved its secret, a login requires a code of it'),
  ),
  rule(
    '6.4.1',
    'No password is made by us. Invitations and reset links are random, are used once and expire.',
    reset('a link expires after an hour, and only the latest link is valid'),
    reset(
      'an invited user reads who invites which address, has seven days to choose a password, and gets no mail about a password change',
    ),
  ),
  rule(
    '6.4.2',
    'There are neither hints nor secret questions.',
    document('the ways to be admitted are those of the contract'),
  ),
  rule(
    '6.4.3',
    'A reset of a confirmed address keeps the second factor, which the next log-in asks for.',
    reset('a reset of a confirmed address keeps the second step, the users and the channels'),
  ),
  rule(
    '6.4.4',
    'A lost factor is replaced by a recovery code; without one the owner of the account or an operator removes it, which ends the sessions.',
    twoFactor("the owner can remove the second factor of a user who has lost it, which also ends the user's sessions"),
    testsOf('server/src/admin/admin.test.ts')(
      'a user whose second step an operator has removed logs in again with the password only',
    ),
  ),
  rule(
    '6.5.1',
    'Codes of an app, recovery codes and challenges of passkeys are good for one use.',
    twoFactor('a code is accepted once, however many logins are pending'),
    twoFactor('a recovery code works once, in any spelling, and its use is reported by mail'),
  ),
  rule(
    '6.5.2',
    'Recovery codes have 125 random bits and are stored as SHA-256.',
    logIns('a recovery code has 125 bits of a secure generator'),
    twoFactor('neither secrets nor codes can be read from the database'),
  ),
  rule(
    '6.5.3',
    'Secrets of apps and recovery codes come from the generator of the system.',
    sources('secrets are made by the generator of the system'),
    logIns('a recovery code has 125 bits of a secure generator'),
  ),
  rule('6.5.4', 'Recovery codes have 125 random bits.', logIns('a recovery code has 125 bits of a secure generator')),
  deviation(
    '6.5.5',
    'A code of an app is good for 30 seconds before and after its own, because clocks of phones are off, but only once; a pending log-in ends after five minutes. Links by mail are no factor of a log-in.',
    twoFactor('a pending login is consumed by its second step, and expires after five minutes'),
    logIns('a code of an app is good for the half minute around its own'),
  ),
  absent('6.6.1', 'Nothing is sent by telephone or SMS.'),
  absent(
    '6.6.2',
    'No factor is sent over another channel. The pending log-in that a code completes is bound to its password.',
    twoFactor("codes of one user's app or list do not log in another user"),
  ),
  absent(
    '6.6.3',
    'No factor is sent over another channel. Codes of apps are throttled.',
    twoFactor('after five wrong codes of a network its second step is locked for 15 minutes, for all logins together'),
  ),
  absent('6.8.1', 'People log in with us alone; there are no identity providers.'),
  absent(
    '6.8.2',
    'There are no assertions of identity providers. Signatures of passkeys are always verified.',
    passkeys('a signature for another login, another page or by another passkey does not log in'),
  ),
  absent('6.8.3', 'There are no assertions of SAML.'),
  absent('6.8.4', 'There are no identity providers.'),
];
