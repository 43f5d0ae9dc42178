import { absent, deviation, rule, testsOf } from '../requirement.ts';

const answers = testsOf('server/test/security/answers.test.ts');
const sources = testsOf('server/test/security/sources.test.ts');
const production = testsOf('server/test/production.test.ts');
const auth = testsOf('server/src/features/auth/auth.test.ts');
const contract = testsOf('server/test/contract.test.ts');
const cookies = production(
  'with https every cookie is secure, and other hosts of the domain cannot set the secret ones',
);

export const browser = [
  rule(
    '3.2.1',
    'Answers of the API have their own type and nosniff, a policy that runs nothing but our files, and files are sent as attachments.',
    answers('every answer has the headers that browsers obey'),
    answers('files are sent as attachments under names of ours'),
  ),
  rule(
    '3.2.2',
    'React writes texts as text nodes; no page sets HTML.',
    sources('pages set no HTML and show texts as text'),
  ),
  rule('3.3.1', 'Over https every cookie is Secure and has a prefix.', cookies),
  rule(
    '3.3.2',
    'Every cookie is SameSite=Lax: links in mails lead to a page with its session, requests of other sites that change something carry none.',
    answers('every cookie is kept from other sites, and from scripts unless they need it'),
  ),
  rule(
    '3.3.3',
    'Over https cookies have the prefix __Host-; the one that binds a consent has a path of its own and therefore __Secure-.',
    cookies,
    testsOf('server/src/features/advertising/ad-connect.test.ts')(
      'the cookie that binds a consent is hidden from scripts and sent to this path only',
    ),
  ),
  rule(
    '3.3.4',
    'The session, the CSRF secret and the mark of a browser are HttpOnly; scripts read only a marker that grants nothing.',
    answers('every cookie is kept from other sites, and from scripts unless they need it'),
  ),
  rule(
    '3.4.1',
    'In production every answer has HSTS for a year with all subdomains.',
    answers('every answer has the headers that browsers obey'),
  ),
  rule('3.4.2', 'No answer allows another origin to read it.', answers('no page of another origin may read an answer')),
  rule(
    '3.4.3',
    'Every answer has a policy with an allowlist; object-src and base-uri are none. Styles may be inline, because figures are drawn with them.',
    answers('every answer has the headers that browsers obey'),
    testsOf('server/src/http/secure-headers.test.ts')('%s may run nothing but its own script'),
  ),
  rule('3.4.4', 'Every answer has nosniff.', answers('every answer has the headers that browsers obey')),
  rule('3.4.5', 'Every answer forbids the referrer.', answers('every answer has the headers that browsers obey')),
  rule('3.4.6', 'Every answer forbids being framed.', answers('every answer has the headers that browsers obey')),
  rule(
    '3.5.1',
    'Calls that change something need a signed header whose secret is in a cookie.',
    auth('every call that changes data requires the CSRF header'),
    contract('$name answers 403 without the CSRF header'),
  ),
  absent(
    '3.5.2',
    'Calls do not rely on a preflight: each needs the CSRF header or a bearer token.',
    contract('$name answers 403 without the CSRF header'),
  ),
  deviation(
    '3.5.3',
    'The specification signs out by a GET: it is done only for requests of our own pages or with the CSRF header. GET changes nothing else but what a return from a consent finishes, which needs its state.',
    auth('another site cannot sign a person out by a link or an image'),
    answers('calls that change something are no GET'),
  ),
  absent(
    '3.5.4',
    'One application has one host; the sandbox and the page of the payment provider have origins of their own.',
  ),
  rule(
    '3.5.5',
    'No window takes messages of other windows; the channels between tabs and from the service worker are of one origin by nature.',
    sources('no page takes messages of other windows'),
  ),
  rule(
    '3.7.1',
    'The pages are HTML, CSS and JavaScript; plug-ins are forbidden.',
    answers('every answer has the headers that browsers obey'),
  ),
  rule(
    '3.7.2',
    'The browser is sent to other hosts in three ways only: consent pages of configured services, returns of registered programs, and the payment provider.',
    testsOf('server/src/features/sellers/authorization/callback-address.test.ts')('no browser is redirected to %s'),
    testsOf('server/src/features/oauth/oauth.test.ts')('a browser is not sent anywhere for a request with %o'),
  ),
];
