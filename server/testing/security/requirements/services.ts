import { absent, rule, testsOf } from '../requirement.ts';

const answers = testsOf('server/test/security/answers.test.ts');
const production = testsOf('server/test/production.test.ts');
const document = testsOf('server/test/security/document.test.ts');

export const services = [
  rule(
    '4.1.1',
    'Every answer with a body names its type, texts with UTF-8.',
    answers('every answer names its type, and texts their encoding'),
  ),
  rule(
    '4.1.2',
    'The product itself redirects nothing to https. The example of a proxy redirects browsers; docs/security.md says how to keep programs from it.',
    answers('plain http is not redirected by the product'),
    document('the sections that requirements rely on are there'),
  ),
  rule(
    '4.1.3',
    'Forwarding headers count only from the configured proxies.',
    production('a caller cannot forge the address for which its attempts are counted'),
    production('the caller is the address that the outer proxy has seen'),
  ),
  rule(
    '4.2.1',
    'A request whose length is told in two ways is refused.',
    answers('a request whose length is told in two ways is refused'),
  ),
  absent('4.3.1', 'There is no GraphQL; lists have pages of at most a hundred rows.'),
  absent('4.3.2', 'There is no GraphQL.'),
  absent(
    '4.4.1',
    'There are no WebSockets of ours: news come as an event stream. Those of the chat service are wss by the policy of the pages.',
  ),
  absent('4.4.2', 'There are no WebSockets of ours.'),
  absent('4.4.3', 'There are no WebSockets of ours; the event stream uses the session.'),
  absent('4.4.4', 'There are no WebSockets of ours.'),
];
