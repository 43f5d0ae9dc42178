import { absent, rule, testsOf } from '../requirement.ts';

const oauth = testsOf('server/src/features/oauth/oauth.test.ts');
const connections = testsOf('server/src/features/connections/connections.test.ts');
const sellers = testsOf('server/src/features/sellers/sellers.test.ts');
const advertising = testsOf('server/src/features/advertising/ad-connect.test.ts');
const programs = testsOf('server/src/features/public-api/public-api.test.ts');
const tokens = testsOf('server/src/features/auth/access-tokens/access-tokens.test.ts');

export const oauth2 = [
  rule(
    '10.1.1',
    'Tokens of marketplaces and other services stay on the server, encrypted; no browser sees one.',
    connections('tokens are stored encrypted'),
    sellers('the refresh token is encrypted for its own row'),
  ),
  rule(
    '10.1.2',
    'A return is accepted once, in the session and by the person that began it.',
    connections('a state is taken once, in the session and by the user that began it'),
    advertising('a consent counts once, and only in the browser that began it'),
  ),
  rule(
    '10.2.1',
    'Our consents at other services carry a state, and a challenge where the service knows one.',
    connections('the consent page is asked for exactly our scopes, with a state and a challenge of this request'),
    sellers("a seller who follows another person's link connects nothing"),
  ),
  rule(
    '10.2.2',
    'A state names the service and region that it was made for, whose addresses are configured.',
    sellers('an authorisation can be used once'),
    advertising('a consent that was begun for one seller account does not connect another'),
  ),
  rule(
    '10.3.1',
    'A token is accepted by the interface that it names.',
    oauth('a token for one interface is not accepted by another'),
  ),
  rule('10.3.2', 'A call for programs needs its scope.', programs('$name works with its scope and no other')),
  rule(
    '10.3.3',
    'A token is a row of one person, found by its hash.',
    tokens('a token acts with the rights of its person and is shown once'),
  ),
  absent(
    '10.3.4',
    'No call for programs asks for a stronger log-in; what needs the password again is not open to programs.',
    testsOf('server/test/contract.test.ts')('$name does not accept a token instead of a session'),
  ),
  rule(
    '10.4.1',
    'Returns are compared exactly with those of the client; a program on the person’s machine may choose its port.',
    testsOf('server/src/features/oauth/clients/redirect-uri.test.ts')('the return to %s is allowed: %s'),
    oauth('a browser is not sent anywhere for a request with %o'),
  ),
  rule(
    '10.4.2',
    'A code that is exchanged twice ends what came of it.',
    oauth('a code that is exchanged twice ends the authorisation'),
  ),
  rule(
    '10.4.3',
    'A code lives for a minute.',
    oauth('a code is bound to its client, its verifier, its return and a minute'),
  ),
  rule('10.4.4', 'There are two grants: codes and refresh tokens.', oauth('the token endpoint refuses %s')),
  rule(
    '10.4.5',
    'Refresh tokens are exchanged once; using one again later ends the authorisation.',
    oauth('a refresh token that is used again ends the authorisation'),
  ),
  rule(
    '10.4.6',
    'PKCE with S256 is required.',
    oauth('a request with %o goes back to the program with %s'),
    oauth('a code is bound to its client, its verifier, its return and a minute'),
  ),
  rule(
    '10.4.7',
    'Nobody registers. A program may publish a description of itself, which is fetched by the guard, and the consent page warns with its host.',
    oauth('a description that redirects, is huge, names another address or needs a secret is refused'),
    oauth('a program that publishes a description of itself is shown with its host, and returns to any port'),
  ),
  rule(
    '10.4.8',
    'A refresh token lives for 30 days, and an authorisation for a year, however often it is renewed.',
    oauth('an authorisation ends a year after the consent, however often it is renewed'),
  ),
  rule(
    '10.4.9',
    'People end what they have allowed in the settings.',
    oauth('a program gets tokens by a consent, uses and renews them until the owner revokes it'),
  ),
  rule(
    '10.4.10',
    'A client with a secret proves it at each request of tokens and revocations.',
    oauth('a code is bound to its client, its verifier, its return and a minute'),
  ),
  rule(
    '10.4.11',
    'A program gets the scopes that it asks for and the person allows, and unknown ones are refused.',
    oauth('a refresh may narrow the scope and never raises it'),
    oauth('a request with %o goes back to the program with %s'),
  ),
  absent('10.5.1', 'We use no ID tokens.'),
  absent('10.5.2', 'We use no ID tokens.'),
  absent('10.5.3', 'We read no metadata of authorization servers: their addresses are configured.'),
  absent('10.5.4', 'We use no ID tokens.'),
  absent('10.5.5', 'There is no back-channel logout.'),
  absent('10.6.1', 'We are no OpenID provider.'),
  absent('10.6.2', 'We are no OpenID provider.'),
  rule(
    '10.7.1',
    'Every request is shown to the person, who allows or denies it.',
    oauth('the person sees who asks for what, and a denial is reported to the program'),
  ),
  rule(
    '10.7.2',
    'The page shows the program, its host, where it returns, what it may do, and for how long.',
    oauth('the person sees who asks for what, and a denial is reported to the program'),
    testsOf('e2e/oauth.spec.ts')(
      'an assistant asks for access, a person allows it after the log-in, it asks its questions, and the owner ends it',
    ),
  ),
  rule(
    '10.7.3',
    'Consents are listed in the settings and ended there.',
    testsOf('e2e/oauth.spec.ts')(
      'an assistant asks for access, a person allows it after the log-in, it asks its questions, and the owner ends it',
    ),
  ),
];
