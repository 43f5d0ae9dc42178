import { absent, rule, testsOf } from '../requirement.ts';

const links = testsOf('server/src/lib/mail/signed-links.test.ts');
const logIns = testsOf('server/test/security/log-ins.test.ts');
const chat = testsOf('server/src/features/auth/chat-identity.test.ts');

export const tokens = [
  rule(
    '9.1.1',
    'Links in mails and cursors of lists are signed and are refused after any change. Sessions and tokens of programs are references.',
    links('a link is invalid after any change'),
    testsOf('server/src/features/public-api/public-api.test.ts')(
      'a cursor that was changed, or made for another list or another tenant, is refused',
    ),
  ),
  rule(
    '9.1.2',
    'Signatures are HMAC-SHA-256 and nothing else; what is signed names no algorithm.',
    logIns('a signed link names no algorithm'),
    links('a link is invalid after any change'),
  ),
  rule(
    '9.1.3',
    'The keys come from the configuration; what is signed names none but by trying the configured ones.',
    links('a link survives a key change for as long as the old key is configured'),
  ),
  rule('9.2.1', 'Signed links carry their end, which is checked.', links('a link expires')),
  rule(
    '9.2.2',
    'A signature is made with a key of its own for each purpose, so that a link is no cursor and no mark of a browser.',
    logIns('a value that is signed for one purpose is of no use for another'),
  ),
  rule(
    '9.2.3',
    'Tokens of programs name the interface for which they are.',
    testsOf('server/src/features/oauth/oauth.test.ts')('a token for one interface is not accepted by another'),
  ),
  absent(
    '9.2.4',
    'We issue no self-contained tokens to other audiences but the one of the chat, whose secret is its own.',
    chat('the hash and the token name the address of the viewer, and the token expires after a day'),
  ),
];
