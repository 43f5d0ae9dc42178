import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inRoot } from '../../../scripts/root.ts';
import { environmentSchema } from '../../src/environment.ts';
import { neededBy, neededByProvider } from '../../src/parts.ts';
import { wordsOfOurTrade } from '../../src/features/auth/new-password/common-words.ts';
import { sealedColumns } from '../../src/sealed/sealed-columns.ts';
import { endpoints } from '../../testing/http/endpoints.ts';

const textOf = (path: string): string => readFileSync(inRoot(path), 'utf8');
const document = textOf('docs/security.md');
const sections = new Map(document.split(/^## /m).map((text) => [text.slice(0, text.indexOf('\n')), text]));
const section = (name: string): string => sections.get(name) ?? '';
const quoted = (text: string): readonly string[] => [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');

/** A sentence of the document, and the place of the source that makes it true. */
type Figure = readonly [says: string, file: string, source: string];

const missing = (figures: readonly Figure[]) =>
  figures.filter(([says, file, source]) => !document.includes(says) || !textOf(file).includes(source));

test('the sections that requirements rely on are there', () => {
  const names = ['Who may do what', 'Ways to be admitted', 'Sessions', 'Limits', 'Input', 'Files', 'Costly work'];
  const others = ['Services outside', 'Proxy and network', 'Keys', 'Data', 'Logs', 'Libraries'];

  expect([...sections.keys()].slice(1)).toEqual([...names, ...others]);
  expect([...sections.values()].filter((text) => text.length < 200)).toEqual([]);
});

const auth = 'server/src/features/auth';

test('the lifetimes are those of the source', () => {
  const sessions = `${auth}/sessions/sessions.ts`;
  expect(
    missing([
      [
        '12 hours after its last extension and 7 days',
        sessions,
        'brief: { idleMs: 12 * hourMs, absoluteMs: 7 * dayMs }',
      ],
      ['30 days and 90 days', sessions, 'kept: { idleMs: 30 * dayMs, absoluteMs: 90 * dayMs }'],
      ['again after 15 minutes', `${auth}/sessions/proof.ts`, 'provedForMs = 15 * minuteMs'],
    ]),
  ).toEqual([]);
});

test('the limits are those of the source', () => {
  const throttle = `${auth}/log-in/throttle.ts`;
  const files = 'server/src/lib/spreadsheet/limits.ts';
  expect(
    missing([
      ['for one address | 10 in 15 minutes', throttle, 'guesses: 10,'],
      ['unknown browsers for one address | 50 in 15 minutes', throttle, 'address: 50,'],
      ['from one network | 50 in 15 minutes', throttle, 'network: 50,'],
      ['5 in 15 minutes, 40 a day', throttle, 'soon: 5, day: 40'],
      ['3 an hour for an address and network, 10 for a network', throttle, 'address: 3, network: 10,'],
      ['from one network | 100 in 15 minutes', throttle, 'signUp: 100,'],
      ['300 a minute', `${auth}/access-tokens/programs.ts`, 'callsPerMinute = 300'],
      [
        'of an authorisation | 60 in 15 minutes',
        'server/src/features/oauth/tokens/authorization-queries.ts',
        'most: 60, windowMs: 15',
      ],
      ['tokens of a person | 50', `${auth}/access-tokens/own-tokens.ts`, 'mostTokens = 50'],
      ['channels of an account | 20', 'server/src/features/delivering/channels/channels.ts', 'mostChannels = 20'],
      ['hooks of an account | 50', 'server/src/features/delivering/channels/hooks/hooks.ts', 'mostHooks = 50'],
      ['streams of a session | 10', `${auth}/sessions/open-streams.ts`, 'mostStreams = 10'],
      ['1 MB, 5 MB where', 'server/src/http/app.ts', 'bodyLimitBytes = 1_048_576'],
      ['a minute to send it', 'server/src/http/app.ts', 'requestTimeoutMs = 60_000'],
      ['uploaded file | 5 MB, one file', 'server/src/http/uploads.ts', 'mostBytes = 5_242_880'],
      ['32 MB unpacked', files, 'unpackedBytes: 32_000_000'],
      ['2,000 entries', files, 'zipEntries: 2_000'],
      ['20,000 rows', files, 'rows: 20_000'],
      ['200,000 cells', files, 'cells: 200_000'],
      ['2 at once, 100 waiting', `${auth}/log-in/passwords.ts`, 'atOnce: 2, waiting: 100'],
    ]),
  ).toEqual([]);
});

test('the ways to be admitted are those of the contract', () => {
  const open = endpoints.filter(({ endpoint }) => endpoint.access === 'public').map(({ name }) => name);
  const [, list = ''] = /Calls without a log-in: ([^\n]*)/.exec(section('Ways to be admitted')) ?? [];

  expect(quoted(list).toSorted()).toEqual(open.toSorted());
});

test('the roles are those of the contract', () => {
  const roles = new Set<string | undefined>(endpoints.map(({ endpoint }) => endpoint.access));
  const named = [...section('Who may do what').matchAll(/^\| `(\w+)` \|/gm)].map((match) => match[1]);

  expect(new Set(named)).toEqual(roles);
});

test('the words of our own trade are those of the source', () => {
  const [, list = ''] = /of the words of our own trade: ([^\n]*)/.exec(document) ?? [];

  expect(quoted(list)).toEqual([...wordsOfOurTrade]);
});

const isSecret = (name: string): boolean => /SECRET|KEYS?$|TOKEN$/.test(name) && !name.includes('PUBLI');

test('the keys are those of the configuration', () => {
  const names = [...textOf('.env.example').matchAll(/^([A-Z_]+)=/gm)].map((match) => match[1] ?? '').filter(isSecret);
  const rows = section('Keys')
    .split('\n')
    .filter((line) => line.startsWith('| `'));

  expect(rows.flatMap((row) => quoted(row.split('|')[1] ?? '')).toSorted()).toEqual(names.toSorted());
});

test('the ciphers and hashes are those of the source', () => {
  expect(
    missing([
      ['AES-256-GCM', 'server/src/lib/secrets.ts', "createCipheriv('aes-256-gcm'"],
      ['Argon2id (19 MiB, two passes)', `${auth}/log-in/passwords.ts`, 'memoryCost: 19_456, timeCost: 2'],
      ['HMAC-SHA-256', 'server/src/lib/webhook-signature.ts', "createHmac('sha256'"],
      ['codes of apps are HMAC-SHA-1', `${auth}/second-step/authenticator-app.ts`, "algorithm: 'SHA1'"],
    ]),
  ).toEqual([]);
});

test('the services outside are those of the configuration', () => {
  const services: Readonly<Record<string, string>> = {
    marketplace: 'Selling Partner API, Login with Amazon',
    notifications: 'SQS',
    mail: 'the mail server',
    advertising: 'Amazon Advertising',
    'browser notifications': 'push services of browsers',
    support: 'the mail server',
    chat: 'Intercom',
    affiliates: 'FirstPromoter',
    'spreadsheets at Google': 'Google',
    payments: 'Stripe',
    rainforest: 'Rainforest',
    keepa: 'Keepa',
  };
  const parts = [...Object.keys(neededBy), ...Object.keys(neededByProvider)];

  expect(parts.toSorted()).toEqual(Object.keys(services).toSorted());
  expect(parts.filter((part) => !section('Services outside').includes(services[part] ?? '?'))).toEqual([]);
});

test('every variable with a secret has its row', () => {
  // Every browser gets these keys.
  const published = ['STRIPE_PUBLISHABLE_KEY', 'VAPID_PUBLIC_KEY'];
  const secrets = Object.keys(environmentSchema.shape).filter(
    (name) => /_(KEYS?|SECRET|TOKEN)$/.test(name) && !published.includes(name),
  );

  expect(secrets.length).toBeGreaterThan(10);
  expect(secrets.filter((name) => !quoted(section('Keys')).includes(name))).toEqual([]);
});

test('every encrypted column is named', () => {
  const named = quoted(section('Data')).filter((text) => text.includes('.'));

  expect(named.toSorted()).toEqual(sealedColumns.map(({ table, column }) => `${table}.${column}`).toSorted());
});

test('the example of a proxy gets a certificate by itself', () => {
  const example = textOf('docs/operating/Caddyfile');

  expect(example).toMatch(/^watch\.example\.com \{/m);
  expect(example).not.toMatch(/\btls\b|auto_https|http:\/\//);
});

test('the example units and image run as an unprivileged user', () => {
  for (const unit of ['watchpost-api@.service', 'watchpost-worker@.service']) {
    const text = textOf(`docs/operating/${unit}`);
    for (const line of ['User=watchpost', 'NoNewPrivileges=yes', 'ProtectSystem=strict', 'ProtectHome=yes']) {
      expect(text).toContain(line);
    }
  }
  expect(textOf('docs/operating/Containerfile')).toMatch(/^USER node$/m);
  expect(textOf('docs/operating/Containerfile.dockerignore').split('\n')).toContain('.git');
});
