import { deviation, rule, testsOf } from '../requirement.ts';

const document = testsOf('server/test/security/document.test.ts');
const answers = testsOf('server/test/security/answers.test.ts');
const log = testsOf('server/test/security/log.test.ts');
const secrets = testsOf('server/test/secrets-in-logs.test.ts');

export const logging = [
  rule(
    '16.1.1',
    'docs/security.md lists the log, the audit trail and what operators did: content, form, place, readers and age.',
    document('the sections that requirements rely on are there'),
  ),
  rule(
    '16.2.1',
    'A line has time, level, process, request, tenant and what happened; an entry of the audit trail who did what to whom.',
    log('a refusal is logged with its time, its call, the tenant and the network'),
  ),
  rule(
    '16.2.2',
    'Times are UTC in milliseconds; operators keep clocks synchronous, and the metrics show their difference.',
    log('a refusal is logged with its time, its call, the tenant and the network'),
    document('the sections that requirements rely on are there'),
  ),
  rule(
    '16.2.3',
    'The log is standard output, and nothing else is written.',
    testsOf('server/test/security/sources.test.ts')('the log is written by one module'),
  ),
  rule('16.2.4', 'The log is JSON, a line for each event.', log('texts of others stay within their line of the log')),
  rule(
    '16.2.5',
    'Secrets stand in no line and no entry.',
    secrets('no secret stands in the log or the audit trail, and every log-in and refusal in both'),
  ),
  rule(
    '16.3.1',
    'Log-ins, second steps, refusals and throttles are in the log and in the audit trail, with the factor and the network.',
    secrets('no secret stands in the log or the audit trail, and every log-in and refusal in both'),
    secrets('a log-in that is kept out is recorded once, and the owner reads log-ins apart from changes'),
  ),
  rule(
    '16.3.2',
    'A call that somebody may not make is logged with the person and the network.',
    log('a refusal is logged with its time, its call, the tenant and the network'),
  ),
  rule(
    '16.3.3',
    'Refused rights, CSRF, tokens, throttles and inputs are logged, inputs without their content.',
    log('a refusal is logged with its time, its call, the tenant and the network'),
    log('an input that a schema refuses is logged with its call, and nothing of it'),
  ),
  rule(
    '16.3.4',
    'Unexpected errors are logged in full with the id that the user sees.',
    answers('an unexpected error reveals nothing of its cause'),
  ),
  rule(
    '16.4.1',
    'A line is one JSON object: line breaks and control characters of others are escaped.',
    log('texts of others stay within their line of the log'),
  ),
  rule(
    '16.4.2',
    'Processes only append to standard output; who reads and keeps it is set by the host, as docs/security.md says. The API can neither change nor delete entries of the audit trail.',
    log('the API can add to the audit trail and change nothing in it'),
    document('the sections that requirements rely on are there'),
  ),
  deviation(
    '16.4.3',
    'The host sends the lines on: the product opens no connection for its log. docs/security.md says what is expected.',
    document('the sections that requirements rely on are there'),
  ),
  rule(
    '16.5.1',
    'An unexpected error is answered with one text and the id of the request.',
    answers('an unexpected error reveals nothing of its cause'),
  ),
  rule(
    '16.5.2',
    'Services outside that are away delay only what needs them; work is repeated with growing waits.',
    testsOf('server/test/robustness/database-away.test.ts')(
      'while the database %s calls are answered with a retry error, and succeed when it is back',
    ),
    testsOf('server/src/lib/backoff.test.ts')('the wait doubles with every failure up to the longest'),
  ),
  rule(
    '16.5.3',
    'A failure undoes its transaction and refuses the call; the gate admits nobody when it cannot look.',
    testsOf('server/test/robustness/database-away.test.ts')(
      'while the database %s calls are answered with a retry error, and succeed when it is back',
    ),
  ),
];
