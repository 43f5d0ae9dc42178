import { rule, testsOf } from '../requirement.ts';

const document = testsOf('server/test/security/document.test.ts');
const answers = testsOf('server/test/security/answers.test.ts');
const sources = testsOf('server/test/security/sources.test.ts');
const reencrypt = testsOf('server/src/sealed/reencrypt.test.ts');
const retention = testsOf('server/src/forget-old-rows.test.ts');

export const data = [
  rule('14.1.1', 'docs/security.md puts all data into four classes.', document('every encrypted column is named')),
  rule(
    '14.1.2',
    'docs/security.md says for each class how it is stored, logged, kept and shown; docs/retention.md how long.',
    document('every encrypted column is named'),
    retention('every table has a retention or a reason to have none, and the documents name it'),
  ),
  rule(
    '14.2.1',
    'No secret of a log-in is part of an address. Links in mails carry a token that is good for one purpose, and pages take it out of the address at once.',
    answers('no call takes a secret in its address'),
    testsOf('server/src/features/auth/access-tokens/access-tokens.test.ts')(
      'a token in an address is refused, also beside a valid one',
    ),
  ),
  rule(
    '14.2.2',
    'Answers of the API are not stored by anything on the way; caches of the process are bounded and keyed by tenant.',
    answers('answers with data of people are stored nowhere'),
  ),
  rule(
    '14.2.3',
    'There are no trackers. The chat and the payment provider are loaded only where they are used, and get what docs/security.md says.',
    testsOf('server/src/http/secure-headers.test.ts')('%s may run nothing but its own script'),
    document('the services outside are those of the configuration'),
  ),
  rule(
    '14.2.4',
    'Secrets are encrypted or hashed, never logged, and rows are deleted by their age.',
    reencrypt('every column that holds an encrypted secret is among those that are encrypted anew'),
    retention('every table has a retention or a reason to have none, and the documents name it'),
    testsOf('server/test/secrets-in-logs.test.ts')(
      'no secret stands in the log or the audit trail, and every log-in and refusal in both',
    ),
  ),
  rule(
    '14.3.1',
    'The browser drops the world, its copies and the marker when the session ends, also without an answer of the server.',
    testsOf('e2e/session.spec.ts')('logging out leaves no data in the browser'),
  ),
  rule('14.3.2', 'Every answer of the API is no-store.', answers('answers with data of people are stored nowhere')),
  rule(
    '14.3.3',
    'The browser keeps preferences and the last state of the dashboard, by two modules, until the session ends.',
    sources('the browser keeps data by a few modules only'),
    testsOf('e2e/session.spec.ts')('logging out leaves no data in the browser'),
  ),
];
