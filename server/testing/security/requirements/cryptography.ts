import { absent, rule, testsOf } from '../requirement.ts';

const document = testsOf('server/test/security/document.test.ts');
const sources = testsOf('server/test/security/sources.test.ts');
const logIns = testsOf('server/test/security/log-ins.test.ts');
const reencrypt = testsOf('server/src/sealed/reencrypt.test.ts');

export const cryptography = [
  rule(
    '11.1.1',
    'docs/security.md and docs/operating.md say how keys are made, kept, rotated and removed.',
    document('the keys are those of the configuration'),
  ),
  rule(
    '11.1.2',
    'docs/security.md lists each key with its algorithm and what it protects.',
    document('the keys are those of the configuration'),
    document('the ciphers and hashes are those of the source'),
  ),
  rule(
    '11.2.1',
    'Ciphers, hashes and random numbers are those of Node; Argon2, passkeys and Web Push come from libraries.',
    sources('ciphers and hashes are approved ones of the platform'),
  ),
  rule(
    '11.2.2',
    'Ciphertexts name their key and can be encrypted anew; hashes of passwords name their parameters.',
    reencrypt(
      'secrets are encrypted anew by a command that may be killed and run again, and the former key is needed no more',
    ),
  ),
  rule(
    '11.2.3',
    'Keys have 256 bits, signatures are HMAC-SHA-256.',
    sources('ciphers and hashes are approved ones of the platform'),
    logIns('a key that is too short is refused'),
  ),
  rule('11.3.1', 'The only cipher is AES-256-GCM.', sources('ciphers and hashes are approved ones of the platform')),
  rule('11.3.2', 'The only cipher is AES-256-GCM.', sources('ciphers and hashes are approved ones of the platform')),
  rule(
    '11.3.3',
    'A ciphertext that was changed or moved to another row does not decrypt.',
    logIns('an encrypted secret that was changed or moved is refused'),
  ),
  rule(
    '11.4.1',
    'Secrets are hashed with SHA-256. SHA-1 and MD5 only recognise equal facts and make names; apps for codes know HMAC-SHA-1 alone.',
    sources('ciphers and hashes are approved ones of the platform'),
  ),
  rule(
    '11.4.2',
    'Passwords are stored by Argon2id with 19 MiB and two passes.',
    logIns('a password is stored by Argon2id with 19 MiB and two passes'),
  ),
  rule(
    '11.4.3',
    'Signatures are HMAC-SHA-256.',
    sources('ciphers and hashes are approved ones of the platform'),
    testsOf('server/src/lib/webhook-signature.test.ts')('a message is signed as Standard Webhooks specifies'),
  ),
  absent('11.4.4', 'No key is made of a password.'),
  rule(
    '11.5.1',
    'Secrets have 256 bits of the generator of the system. UUIDs are ids and admit nobody.',
    sources('secrets are made by the generator of the system'),
    logIns('each log-in has a session of its own with 256 random bits'),
  ),
  rule(
    '11.6.1',
    'We make no key pairs but those of browser notifications, on the curve that Web Push prescribes; passkeys are verified by a library.',
    testsOf('server/src/features/auth/second-step/passkeys.test.ts')(
      'a signature for another login, another page or by another passkey does not log in',
    ),
  ),
];
