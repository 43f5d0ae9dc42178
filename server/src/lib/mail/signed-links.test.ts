import { expect, test } from 'vitest';
import { parseEncryptionKeys } from '../secrets.ts';
import { openLink, signLink } from './signed-links.ts';

const key = (id: string, byte: number) => `${id}:${Buffer.alloc(32, byte).toString('base64')}`;
const keys = parseEncryptionKeys(key('k1', 7));
const now = new Date('2026-11-20T08:00:00Z');
const link = {
  purpose: 'mute',
  tenantId: '0c6f0f3e-6f0e-4b0e-9a3c-0d6f1f1f1f1f',
  emailAddressId: '7',
  email: 'Ada@example.com',
  about: ['price-12'],
  expiresAt: new Date('2026-12-04T08:00:00Z'),
};
const token = signLink(keys, link);
const { email, ...content } = link;

test('an opened link returns what was signed', () => {
  expect(openLink(keys, token, now)).toMatchObject(content);
});

test('an opened link says to whom it was sent, without naming the address', () => {
  const opened = openLink(keys, token, now);

  expect(opened?.isFor(email.toLowerCase())).toBe(true);
  expect(opened?.isFor('grace@example.com')).toBe(false);
  expect(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).not.toMatch(/ada|example/i);
});

test('a link expires', () => {
  expect(openLink(keys, token, new Date('2026-12-04T07:59:59Z'))).toMatchObject(content);
  expect(openLink(keys, token, link.expiresAt)).toBeNull();
});

test('a link survives a key change for as long as the old key is configured', () => {
  expect(openLink(parseEncryptionKeys(`${key('k2', 8)},${key('k1', 7)}`), token, now)).toMatchObject(content);
  expect(openLink(parseEncryptionKeys(key('k2', 8)), token, now)).toBeNull();
  expect(signLink(parseEncryptionKeys(`${key('k2', 8)},${key('k1', 7)}`), link)).toMatch(/^k2\./);
});

test('a link is invalid after any change', () => {
  const other = signLink(keys, { ...link, purpose: 'done' });
  const [id, payload, signature] = token.split('.');
  const forged = [
    `${id}.${other.split('.')[1]}.${signature}`,
    `${id}.${payload}.${other.split('.')[2]}`,
    `${id}.${payload}.`,
    `${id}.${payload}`,
    `${id}.${payload}.${signature}.x`,
    `k9.${payload}.${signature}`,
    '',
    'unknown',
    '..',
    ...Array.from(
      { length: token.length },
      (_, at) => `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`,
    ),
  ];

  for (const one of forged.filter((text) => text !== token))
    expect([one, openLink(keys, one, now)]).toEqual([one, null]);
});
