import { createHash, createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';
import * as z from 'zod/mini';
import { epochSeconds } from '@app/shared/base/time.ts';
import type { EncryptionKeys } from '../secrets.ts';

/** The content of a link in a mail: one action for one email address. */
interface SignedLink {
  readonly purpose: string;
  readonly tenantId: string;
  readonly emailAddressId: string;
  /** The address to which the mail goes. The row may later be that of another mailbox. */
  readonly email: string;
  /** The objects of the action. Their meaning depends on the purpose. */
  readonly about: readonly string[];
  readonly expiresAt: Date;
}

/** The signing keys by encryption key. A mail has a dozen links, and deriving the key took nine tenths of the time of each. */
const signingKeys = new WeakMap<Buffer, KeyObject>();

/** Returns a separate signing key derived from an encryption key, so that a signature is valid for links only. */
function signingKey(key: Buffer): KeyObject {
  const known = signingKeys.get(key);
  if (known) return known;
  const derived = createSecretKey(createHmac('sha256', key).update('mail links').digest());
  signingKeys.set(key, derived);
  return derived;
}

const signatureOf = (key: Buffer, text: string): string =>
  createHmac('sha256', signingKey(key)).update(text).digest('base64url');

/**
 * Returns `keyId.payload.signature`. A link stays valid after a key change for as long as the old key is configured.
 */
export function signLink(keys: EncryptionKeys, link: SignedLink): string {
  const [current] = keys;
  if (!current) throw new Error('No encryption key is set');
  const [keyId, key] = current;
  const mailbox = mailboxOf(link.email);
  const fields = [link.purpose, link.tenantId, link.emailAddressId, mailbox, link.about, epochSeconds(link.expiresAt)];
  const signed = `${keyId}.${Buffer.from(JSON.stringify(fields)).toString('base64url')}`;
  return `${signed}.${signatureOf(key, signed)}`;
}

const fieldsShape = z.tuple([z.string(), z.uuid(), z.string(), z.string(), z.array(z.string()), z.int()]);

/**
 * Returns a short hash that identifies an address in links without showing it, because links appear in the logs of
 * proxies.
 */
const mailboxOf = (email: string): string =>
  createHash('sha256').update(email.toLowerCase()).digest('base64url').slice(0, mailboxLength);
const mailboxLength = 16;

/** A signed link as it came back from a browser. */
export interface OpenedLink extends Omit<SignedLink, 'email'> {
  /** Whether the link was sent to this address. */
  isFor(email: string): boolean;
}

/** Returns `null` for a link that we did not sign, that has expired, or that an earlier version has signed. */
export function openLink(keys: EncryptionKeys, token: string, now: Date): OpenedLink | null {
  const [keyId = '', payload = '', signature = '', ...rest] = token.split('.');
  const key = keys.get(keyId);
  if (!key || rest.length > 0) return null;
  const expected = Buffer.from(signatureOf(key, `${keyId}.${payload}`));
  const actual = Buffer.from(signature);
  if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) return null;
  const { data } = fieldsShape.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  if (!data) return null;
  const [purpose, tenantId, emailAddressId, mailbox, about, expires] = data;
  const expiresAt = new Date(expires * 1000);
  if (expiresAt <= now) return null;
  return { purpose, tenantId, emailAddressId, about, expiresAt, isFor: (email) => mailboxOf(email) === mailbox };
}
