// The certificate library needs this before it is loaded.
import 'reflect-metadata';
import { createHash, randomBytes, KeyObject, webcrypto } from 'node:crypto';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

/** The certificate and its key as PEM texts. */
export interface Certificate {
  /** The certificate chain: the certificate, followed by that of the authority. */
  readonly cert: string;
  readonly key: string;
}

export interface Authority {
  /** The authority's own certificate, which the clients trust. */
  readonly cert: string;
  /**
   * The SHA-256 digest of the authority's public key in base64, which Chromium is started with to trust the authority.
   */
  readonly keyDigest: string;
  certify(hostName: string): Promise<Certificate>;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const hourMs = 3_600_000;

/** Creates a certificate authority for one run. Its key is never stored. */
export async function createAuthority(): Promise<Authority> {
  const keys = await newKeys();
  const name = 'CN=Authority of a rehearsal';
  const own = await X509CertificateGenerator.createSelfSigned({
    ...validity(),
    name,
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
    ],
  });
  const cert = own.toString('pem');
  return {
    cert,
    keyDigest: createHash('sha256').update(Buffer.from(own.publicKey.rawData)).digest('base64'),
    async certify(hostName) {
      const { publicKey, privateKey } = await newKeys();
      const certificate = await X509CertificateGenerator.create({
        ...validity(),
        subject: `CN=${hostName}`,
        issuer: name,
        publicKey,
        signingKey: keys.privateKey,
        signingAlgorithm: algorithm,
        extensions: [
          new BasicConstraintsExtension(false, undefined, true),
          new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
          new SubjectAlternativeNameExtension([{ type: 'dns', value: hostName }]),
        ],
      });
      const key = KeyObject.from(privateKey).export({ type: 'pkcs8', format: 'pem' });
      return { cert: `${certificate.toString('pem')}\n${cert}`, key: key.toString() };
    },
  };
}

const newKeys = () => webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);

const validity = () => ({
  serialNumber: randomBytes(8).toString('hex'),
  notBefore: new Date(Date.now() - hourMs),
  notAfter: new Date(Date.now() + 24 * hourMs),
});
