import { deviation, rule, testsOf } from '../requirement.ts';

const document = testsOf('server/test/security/document.test.ts');
const answers = testsOf('server/test/security/answers.test.ts');
const sources = testsOf('server/test/security/sources.test.ts');

export const coding = [
  rule(
    '15.1.1',
    'docs/security.md says within how many days a known weakness of a library is mended.',
    document('the sections that requirements rely on are there'),
  ),
  rule(
    '15.1.2',
    'The lock file is the inventory: exact versions of the npm registry with checksums; `npm sbom` writes it as CycloneDX.',
    sources('every library has an exact version of the registry and a checksum'),
  ),
  rule(
    '15.1.3',
    'docs/security.md lists what is costly and how it is bounded.',
    document('the sections that requirements rely on are there'),
  ),
  deviation(
    '15.2.1',
    'Whether a version has a known weakness is asked of the registry (`npm audit`) when a release is made, because tests reach no network; the tests hold that nothing is installed that the lock file does not name.',
    sources('every library has an exact version of the registry and a checksum'),
  ),
  rule(
    '15.2.2',
    'Hashing, files, exports, pictures and calls outside have limits of time, size and number.',
    testsOf('server/src/lib/limit-concurrency.test.ts')(
      'calls beyond the limit wait, and calls beyond the queue are refused',
    ),
    testsOf('server/src/http/request-bodies.test.ts')('a client has a minute to send its request'),
  ),
  rule(
    '15.2.3',
    'The sandbox, the examples and the tests are no part of the server: nothing of it imports them, and production refuses the sandbox.',
    testsOf('architecture.test.ts')('imports point one way'),
    testsOf('server/src/config.test.ts')('production does not start with %s=%s'),
  ),
  rule(
    '15.3.1',
    'Every answer is parsed by its schema, which drops what is not declared.',
    answers('an answer has the declared fields only'),
  ),
  rule(
    '15.3.2',
    'Redirects are refused, or returned and not followed.',
    sources('only a few modules send requests to services outside'),
    testsOf('server/src/external/http/public-fetch.test.ts')('a redirect is returned and not followed'),
  ),
  rule(
    '15.3.3',
    'A body has the declared fields; others are dropped before the handler sees them.',
    answers('a field that a call does not declare changes nothing'),
  ),
  rule(
    '15.3.4',
    'The caller’s address is that of the configured proxies.',
    testsOf('server/test/production.test.ts')('a caller cannot forge the address for which its attempts are counted'),
    testsOf('server/src/config.test.ts')('TRUST_PROXY=%s trusts %j'),
  ),
  rule(
    '15.3.5',
    'TypeScript in its strict form, schemas at every border, and comparisons that do not convert.',
    testsOf('architecture.test.ts')('nothing is any'),
    answers('a parameter that occurs twice or has another type is refused'),
  ),
  rule(
    '15.3.6',
    'Bodies become values of a schema; keys of others are kept in maps.',
    answers('a body that names the prototype changes no object'),
  ),
  rule(
    '15.3.7',
    'Path, query and body are read apart, each by its schema; a parameter that occurs twice is refused.',
    answers('a parameter that occurs twice or has another type is refused'),
  ),
];
