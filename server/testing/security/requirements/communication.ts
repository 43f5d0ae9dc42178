import { absent, rule, testsOf } from '../requirement.ts';

const config = testsOf('server/src/config.test.ts');
const document = testsOf('server/test/security/document.test.ts');
const sources = testsOf('server/test/security/sources.test.ts');
const safe = config('production sends nothing to another machine over a connection that is not verified: %s=%s');

export const communication = [
  rule(
    '12.1.1',
    'Outgoing connections have TLS 1.2 or 1.3 by the defaults of Node, which nothing lowers. TLS of browsers ends at the proxy, whose example keeps its defaults.',
    sources('nothing weakens TLS'),
  ),
  rule('12.1.2', 'The suites are the defaults of Node and of the proxy.', sources('nothing weakens TLS')),
  absent('12.1.3', 'There are no client certificates.'),
  rule(
    '12.2.1',
    'Production needs an https address, sends HSTS, and its cookies travel over https only.',
    config('production does not start with %s=%s'),
    testsOf('server/test/security/answers.test.ts')('every answer has the headers that browsers obey'),
  ),
  rule(
    '12.2.2',
    'The certificate belongs to the proxy; the example gets a publicly trusted one by itself.',
    document('the example of a proxy gets a certificate by itself'),
  ),
  rule(
    '12.3.1',
    'Production refuses addresses of services that are not https, and databases and mail servers on other machines without verified TLS.',
    safe,
    config('production does not start with %s=%s'),
  ),
  rule(
    '12.3.2',
    'Certificates are always verified; the source cannot switch it off.',
    sources('nothing weakens TLS'),
    safe,
  ),
  rule(
    '12.3.3',
    'API and workers speak with the database only. The proxy reaches the API on its own machine or in a private network, as docs/security.md says.',
    safe,
    document('the sections that requirements rely on are there'),
  ),
  rule('12.3.4', 'A database on another machine needs sslmode=verify-full, whose authority is configured.', safe),
];
