import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { RegisteredPasskey, UsedPasskey } from '@app/shared/contract/two-factor.ts';

interface Challenge {
  readonly challenge: string;
  readonly origin: string;
}

/** A software authenticator with one passkey, which speaks WebAuthn without a browser. */
export interface PasskeyDevice {
  register(given: Challenge): RegisteredPasskey;
  /** Signs a challenge. The counter increases with each use unless one is given. */
  use(given: Challenge & { readonly counter?: number }): UsedPasskey;
}

const present = 0x01;
const verified = 0x04;
const withKey = 0x40;

export function passkeyDevice(): PasskeyDevice {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  const ofBrowser = { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const;
  let uses = 0;
  return {
    register({ challenge, origin }) {
      const key = cborMap([
        [cborInt(1), cborInt(2)],
        [cborInt(3), cborInt(-7)],
        [cborInt(-1), cborInt(1)],
        [cborInt(-2), cborBytes(Buffer.from(x, 'base64url'))],
        [cborInt(-3), cborBytes(Buffer.from(y, 'base64url'))],
      ]);
      const attested = Buffer.concat([Buffer.alloc(16), uint(credentialId.length, 2), credentialId, key]);
      const authData = Buffer.concat([authenticatorData(origin, present | verified | withKey, 0), attested]);
      const attestationObject = cborMap([
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap([])],
        [cborText('authData'), cborBytes(authData)],
      ]).toString('base64url');
      const clientDataJSON = clientData('webauthn.create', { challenge, origin }).toString('base64url');
      return { ...ofBrowser, response: { clientDataJSON, attestationObject, transports: ['internal'] } };
    },
    use({ challenge, origin, counter = (uses += 1) }) {
      const data = clientData('webauthn.get', { challenge, origin });
      const authData = authenticatorData(origin, present | verified, counter);
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey);
      const response = {
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
      };
      return { ...ofBrowser, response };
    },
  };
}

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();

const clientData = (type: string, { challenge, origin }: Challenge): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

const authenticatorData = (origin: string, flags: number, counter: number): Buffer =>
  Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([flags]), uint(counter, 4)]);

function uint(value: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
}

/** Encodes the part of CBOR that a passkey needs. */
function cborHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.concat([Buffer.from([(major << 5) | 25]), uint(value, 2)]);
}

const cborInt = (value: number): Buffer => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value));
const cborBytes = (bytes: Buffer): Buffer => Buffer.concat([cborHead(2, bytes.length), bytes]);
const cborText = (text: string): Buffer => Buffer.concat([cborHead(3, text.length), Buffer.from(text)]);
const cborMap = (entries: readonly (readonly [Buffer, Buffer])[]): Buffer =>
  Buffer.concat([cborHead(5, entries.length), ...entries.flat()]);
