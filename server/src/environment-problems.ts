import { createECDH, ECDH } from 'node:crypto';
import { isIP } from 'node:net';
import type * as z from 'zod/mini';
import type { ParsedEnvironment } from './environment.ts';

type Issue = z.core.$ZodIssue;

/** Says what a variable must be that the schema refuses. The text never has the value, which may be a secret. */
export function problemOf(issue: Issue, present: Readonly<Record<string, unknown>>): string {
  const name = issue.path.join('.');
  return `${name} must be ${Object.hasOwn(present, name) ? expectationOf(issue) : 'set'}`;
}

function expectationOf(issue: Issue): string {
  if (issue.code === 'invalid_value') return issue.values.join(' or ');
  if (issue.code === 'too_small' && issue.origin === 'string') return `${issue.minimum} characters or more`;
  if (issue.code === 'too_small') return `${issue.minimum} or more`;
  if (issue.code === 'too_big') return `${issue.maximum} or less`;
  return issue.code === 'invalid_type' && issue.expected === 'int' ? 'a whole number' : 'a number';
}

const databaseAddresses = ['DATABASE_URL', 'DATABASE_WORKER_URL', 'DATABASE_MIGRATE_URL'] as const;
const encoding = 'with special characters of the password encoded, such as %23 for #';

/** Addresses that cannot be read. Without this, a password with a # would look like another mistake. */
export function addressProblems(env: ParsedEnvironment): readonly string[] {
  const problems = databaseAddresses
    .filter((name) => env[name] !== undefined && !isDatabaseAddress(env[name]))
    .map((name) => `${name} must be postgres://role:password@host:port/database, ${encoding}`);
  if (env.SMTP_URL !== undefined && !hasProtocol(env.SMTP_URL, /^smtps?:$/))
    problems.push(`SMTP_URL must be smtps://user:password@host:port, ${encoding}`);
  for (const name of ['HOST', 'WORKER_HOST'] as const)
    if (!isHost(env[name])) problems.push(`${name} must be an address or a name without a port, such as 127.0.0.1`);
  if (env.SUPPORT_EMAIL !== undefined && !hasMailAddress(env.SUPPORT_EMAIL))
    problems.push('SUPPORT_EMAIL must be an e-mail address');
  if (env.PUBLIC_URL !== undefined && !isOrigin(env.PUBLIC_URL))
    problems.push('PUBLIC_URL must be an address without a path, such as https://watch.example.com');
  return problems;
}

/** The client of PostgreSQL makes another password of one with a percent sign that is not encoded. */
function isDatabaseAddress(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && /^(?:postgres(?:ql)?|socket):$/.test(url.protocol) && isDecodable(url.username + url.password);
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

const isHost = (host: string): boolean => isIP(host) !== 0 || /^[\w.-]+$/.test(host);

/** Returns the host as addresses contain it. */
export const hostInUrl = (host: string): string => (isIP(host) === 6 ? `[${host}]` : host);

/** Whether the text is `NAME <ADDRESS>` or an address. */
export const hasMailAddress = (text: string): boolean =>
  /^(?:[^<>@]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/.test(text);

function hasProtocol(address: string, expected: RegExp): boolean {
  const url = URL.parse(address);
  return url !== null && expected.test(url.protocol);
}

function isOrigin(address: string): boolean {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return false;
  return url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
}

/** Keys and contact of browser notifications that would make every notification fail. */
export function pushProblems(env: ParsedEnvironment): readonly string[] {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject } = env;
  const problems: string[] = [];
  if (publicKey !== undefined && !isUncompressedPoint(publicKey))
    problems.push('VAPID_PUBLIC_KEY must be an uncompressed point on P-256 as base64url');
  if (privateKey !== undefined && publicKeyOf(privateKey) === null)
    problems.push('VAPID_PRIVATE_KEY must be a private key on P-256, 32 bytes as base64url');
  if (
    problems.length === 0 &&
    publicKey !== undefined &&
    privateKey !== undefined &&
    publicKeyOf(privateKey) !== publicKey
  )
    problems.push('VAPID_PRIVATE_KEY must be the key that belongs to VAPID_PUBLIC_KEY');
  if (subject !== undefined && !hasProtocol(subject, /^(?:mailto|https):$/))
    problems.push('VAPID_SUBJECT must be mailto:… or https://…');
  return problems;
}

const isBase64url = (text: string): boolean => /^[\w-]+$/.test(text);

function isUncompressedPoint(key: string): boolean {
  if (!isBase64url(key)) return false;
  try {
    return ECDH.convertKey(key, 'prime256v1', 'base64url', 'base64url', 'uncompressed') === key;
  } catch {
    return false;
  }
}

/** Returns the public key of a private one; `null` if it is not a private key. */
function publicKeyOf(privateKey: string): string | null {
  const number = Buffer.from(privateKey, 'base64url');
  if (!isBase64url(privateKey) || number.length !== 32) return null;
  try {
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(number);
    return pair.getPublicKey('base64url');
  } catch {
    return null;
  }
}
