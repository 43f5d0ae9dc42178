import { rule, testsOf } from '../requirement.ts';

const document = testsOf('server/test/security/document.test.ts');
const contract = testsOf('server/test/contract.test.ts');
const badInput = testsOf('server/test/contract-bad-input.test.ts');
const twoFactor = testsOf('server/src/features/auth/second-step/two-factor.test.ts');

export const validation = [
  rule(
    '2.1.1',
    'The form of each call is its schema in the contract, which is published as OpenAPI.',
    document('the sections that requirements rely on are there'),
    badInput('the error for %o names the problem'),
  ),
  rule(
    '2.1.2',
    'docs/security.md says which fields must fit together and where this is checked.',
    document('the sections that requirements rely on are there'),
  ),
  rule(
    '2.1.3',
    'docs/security.md lists the limits of each user, account and network.',
    document('the limits are those of the source'),
  ),
  rule(
    '2.2.1',
    'Every path, query and body is accepted by its schema or refused with 400.',
    badInput('$name refuses bad input with a clear message and changes nothing'),
  ),
  rule(
    '2.2.2',
    'Schemas are applied by the server at every call; those of the forms only help.',
    badInput('$name refuses bad input with a clear message and changes nothing'),
  ),
  rule(
    '2.2.3',
    'Combinations are checked in the domain: thresholds in their order, ranges with a beginning before their end, codes with their package.',
    testsOf('server/src/features/triage/refused-settings.test.ts')(
      'a refused setting of %s is named by its label, with what is allowed',
    ),
    testsOf('server/src/features/sales-spreadsheet/sales-spreadsheet.test.ts')('a wrong range is refused: %j'),
  ),
  rule(
    '2.3.1',
    'A step proves the one before it: a second step needs the password’s pending log-in, a consent its state, a deletion its proof.',
    twoFactor('a pending login is consumed by its second step, and expires after five minutes'),
    testsOf('server/src/features/connections/connections.test.ts')(
      'a state is taken once, in the session and by the user that began it',
    ),
  ),
  rule(
    '2.3.2',
    'Limits are counted in the transaction of the change, so that requests at once do not exceed them.',
    testsOf('server/src/features/auth/access-tokens/access-tokens.test.ts')('a person has 50 tokens at most'),
    testsOf('server/src/features/triage/keywords.test.ts')(
      'a product has at most 8 keywords, even when many are created at once',
    ),
  ),
  rule(
    '2.3.3',
    'A change is one transaction: all of it is stored or nothing.',
    testsOf('server/src/features/accounts/settings/settings.test.ts')(
      'nothing of a save is stored when any part of it is refused',
    ),
    contract('a list of own ids with one id of another tenant changes nothing'),
  ),
  rule(
    '2.3.4',
    'A thing that exists once is guarded by a key or a row lock: addresses, codes, links, invoices.',
    testsOf('server/src/features/auth/sign-up.test.ts')(
      'an address has one account, even when two people sign up with it at the same time',
    ),
    testsOf('server/src/features/auth/new-password/reset-password.test.ts')(
      'when two browsers use the same link at once, one of them is too late',
    ),
  ),
  rule(
    '2.4.1',
    'Log-ins, sign-ups, links, tickets, tokens, exports and tests of channels have limits by network, address, account or token.',
    testsOf('server/src/features/auth/access-tokens/access-tokens.test.ts')(
      'a token may make 300 calls in a minute, also when many come at once',
    ),
    testsOf('server/src/features/support/tickets.test.ts')(
      'after ten tickets a tenant has to wait, and other tenants do not',
    ),
    testsOf('server/src/features/tenant-data/export/export.test.ts')(
      'one export of a tenant is under way at a time, and a request is good for one download',
    ),
  ),
];
