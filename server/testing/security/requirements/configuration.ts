import { deviation, rule, testsOf } from '../requirement.ts';

const config = testsOf('server/src/config.test.ts');
const document = testsOf('server/test/security/document.test.ts');
const sources = testsOf('server/test/security/sources.test.ts');
const answers = testsOf('server/test/security/answers.test.ts');
const database = testsOf('server/testing/database/database.test.ts');
const publicFetch = testsOf('server/src/external/http/public-fetch.test.ts');

export const configuration = [
  rule(
    '13.1.1',
    'docs/security.md lists every service outside, and the places where people give addresses.',
    document('the services outside are those of the configuration'),
  ),
  deviation(
    '13.2.1',
    'API, worker and owner have database roles of their own with passwords that operators change; SQS can use short-lived keys. Services outside give long-lived keys and nothing else.',
    database('neither the API nor the worker may change tables or bypass row-level security'),
    config('the queue is read with static keys, or with those that the AWS SDK finds'),
  ),
  rule(
    '13.2.2',
    'The role of the API sees one tenant, that of the worker owns nothing, migrations have the owner.',
    database('neither the API nor the worker may change tables or bypass row-level security'),
    testsOf('server/test/catalogue.test.ts')(
      'the API sees nothing without a tenant, and with one only the rows of that tenant',
    ),
  ),
  rule(
    '13.2.3',
    'No secret has a default value; production does not start without them.',
    config('production does not start without %s'),
    sources('no secret has a default'),
  ),
  rule(
    '13.2.4',
    'Services outside are reached at configured addresses, in a closed list of modules; addresses of people by the guard.',
    sources('only a few modules send requests to services outside'),
    publicFetch('%s is neither accepted nor requested'),
  ),
  rule(
    '13.2.5',
    'The server loads nothing from addresses but through these modules, and serves only files that it listed at its start.',
    sources('only a few modules send requests to services outside'),
    answers('only files of the application are served: %s'),
  ),
  deviation(
    '13.3.1',
    'Secrets come by the environment, which any vault can fill; the product has none of its own. None is in the source or in the bundle.',
    sources('no secret has a default'),
    testsOf('server/test/secrets-in-logs.test.ts')(
      'no secret stands in the log or the audit trail, and every log-in and refusal in both',
    ),
  ),
  rule(
    '13.3.2',
    'Only the processes of the product read their environment; the units and the image run as a user of their own.',
    document('the example units and image run as an unprivileged user'),
  ),
  rule(
    '13.4.1',
    'The image has no .git, and the API serves only files of the application.',
    answers('only files of the application are served: %s'),
    document('the example units and image run as an unprivileged user'),
  ),
  rule(
    '13.4.2',
    'Production refuses the sandbox and its settings; errors are answered without details.',
    config('production does not start with %s=%s'),
    answers('an unexpected error reveals nothing of its cause'),
  ),
  rule('13.4.3', 'Folders are not listed.', answers('only files of the application are served: %s')),
  rule('13.4.4', 'TRACE is not answered.', answers('the method %s is not answered')),
  rule(
    '13.4.5',
    'Figures need a token from other machines; the description of the calls for programs is public by intent.',
    testsOf('server/src/http/health.test.ts')('the metrics are read from another machine with their token only'),
  ),
];
