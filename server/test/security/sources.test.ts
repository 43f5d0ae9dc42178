import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { isTest, readSources, type Source } from '../../../scripts/architecture/sources.ts';
import { inRoot } from '../../../scripts/root.ts';

const product = readSources().filter(({ path }) => /^(shared|server|web)\/src\//.test(path) && !isTest(path));
const ofServer = product.filter(({ path }) => !path.startsWith('web/'));
const ofBrowser = product.filter(({ path }) => path.startsWith('web/'));

/** The files in which the pattern occurs, each with the texts that it matches there. */
function found(files: readonly Source[], pattern: RegExp): Readonly<Record<string, readonly string[]>> {
  const matches = files.map(({ path, code }) => [path, [...code.matchAll(pattern)].map(([text]) => text)] as const);
  return Object.fromEntries(matches.filter(([, texts]) => texts.length > 0));
}

const filesWith = (files: readonly Source[], pattern: RegExp): readonly string[] => Object.keys(found(files, pattern));

test('no code is made of text, and no command of the system is run', () => {
  expect(found(product, /\beval\(|\bnew Function\(|node:(vm|child_process|inspector)\b|setTimeout\(['"`]/g)).toEqual(
    {},
  );
});

test('statements are templates whose values are parameters', () => {
  // These calls get only names of columns and types that the source and the catalogue list, times in one form, quoted
  // notifications, and the tenant's id, which has to be a UUID.
  expect(filesWith(ofServer, /\bsql\.(raw|lit)\(/g)).toEqual([
    'server/src/features/delivering/log/log-queries.ts',
    'server/src/features/tenant-data/export/export-queries.ts',
    'server/src/lib/db/literal-time.ts',
    'server/src/lib/db/tenant-transaction.ts',
  ]);
  // The only inserted value is a number from the source.
  expect(filesWith(ofServer, /\.query\(\s*`[^`]*\$\{/g)).toEqual(['server/src/lib/db/migrate.ts']);
});

test('pages set no HTML and show texts as text', () => {
  const markup =
    /dangerouslySetInnerHTML|\b(inner|outer)HTML\b|insertAdjacentHTML|document\.write|createContextualFragment|srcdoc/gi;

  expect(found(ofBrowser, markup)).toEqual({});
});

test('patterns are not built from what others wrote', () => {
  // Regular expressions are built from numbers and words of the source only.
  expect(filesWith(product, /\bRegExp\(/g)).toEqual([
    'server/src/admin/command.ts',
    'server/src/lib/db/among-tenants.ts',
    'shared/src/contract/catalog.ts',
  ]);
});

test('no page takes messages of other windows', () => {
  expect(found(ofBrowser, /window\.addEventListener\('message'|\bonmessage\b|\.(opener|parent)\.postMessage/g)).toEqual(
    {},
  );
});

test('no file is named by what others wrote', () => {
  expect(filesWith(ofServer, /from 'node:fs(\/promises)?'/g)).toEqual([
    'server/src/http/web-pages.ts',
    'server/src/lib/db/migrate.ts',
    'server/src/version.ts',
  ]);
});

test('only a few modules send requests to services outside', () => {
  expect(filesWith(ofServer, /(?<![.\w])fetch\(url|from 'node:(http|https|tls)'/g)).toEqual([
    'server/src/external/http/public-fetch.ts',
    'server/src/external/marketplace/calls/transport.ts',
    'server/src/external/push/push-service.ts',
  ]);
  const clients = /\bnew (Stripe|SQS|SQSClient|Pool|Client|pg\.\w+)\(|(from |import\()'(nodemailer|undici)'/g;
  expect(filesWith(ofServer, clients)).toEqual([
    'server/src/external/marketplace/notification-queue.ts',
    'server/src/external/stripe/stripe-call.ts',
    'server/src/lib/db/listen-client.ts',
    'server/src/lib/db/migrate.ts',
    'server/src/lib/db/pool.ts',
    'server/src/lib/mail/mailer.ts',
  ]);
  expect(filesWith(ofServer, /redirect: 'error'/g)).toEqual(['server/src/external/marketplace/calls/transport.ts']);
});

test('nothing weakens TLS', () => {
  const weakening =
    /rejectUnauthorized: *false|NODE_TLS_REJECT|tls-(min|max|cipher)|secureProtocol|ciphers:|SSLv|TLSv1(\.1)?\b/g;

  expect(found(ofServer, weakening)).toEqual({});
  const examples = ['Caddyfile', 'Containerfile', 'watchpost-api@.service', 'watchpost-worker@.service'];
  for (const name of examples) {
    expect(readFileSync(inRoot(`docs/operating/${name}`), 'utf8')).not.toMatch(
      /protocols|ciphers|insecure|tls-min|NODE_TLS/i,
    );
  }
});

test('ciphers and hashes are approved ones of the platform', () => {
  const used = Object.values(
    found(ofServer, /\b(createHash|createHmac|createCipheriv|createDecipheriv|hash)\('[\w-]+'/g),
  ).flat();

  expect(new Set(used)).toEqual(
    new Set([
      "createCipheriv('aes-256-gcm'",
      "createDecipheriv('aes-256-gcm'",
      "createHash('sha1'",
      "createHash('sha256'",
      "createHmac('sha256'",
      "hash('sha256'",
    ]),
  );
  // These hashes recognise equal facts, shorten names and renew an epoch. Nobody is admitted by them.
  expect(filesWith(ofServer, /\bmd5\(|'sha1'/g)).toEqual([
    'server/src/features/delivering/outbox/account-event-queries.ts',
    'server/src/features/observing/recording/observation.ts',
    'server/src/features/observing/sources/catalog/attribute-texts.ts',
    'server/src/features/sellers/deleted-accounts/deleted-account-queries.ts',
    'server/src/features/world/world-queries.ts',
  ]);
});

test('secrets are made by the generator of the system', () => {
  expect(found(ofServer, /\bMath\.random\b|\brandomBytes\(\d+\)|\brandomInt\b|getRandomValues/g)).toEqual({
    'server/src/lib/random.ts': ['Math.random', 'randomBytes(32)'],
    'server/src/lib/secrets.ts': ['randomBytes(12)'],
  });
  // `fraction` only spreads waits. No secret that admits anybody may be generated with it.
  expect(filesWith(ofServer, /\brandom\.fraction\(|\bfraction\(\)/g).filter((path) => path.includes('/auth/'))).toEqual(
    [],
  );
});

test('no secret has a default', () => {
  const lines = readFileSync(inRoot('.env.example'), 'utf8').split('\n');
  const secret = /^(\w*(?:SECRET|KEYS?|PASSWORD|TOKEN))=(.*)$/;
  const given = lines.map((line) => secret.exec(line)).filter((match) => match !== null);

  expect(given.length).toBeGreaterThan(12);
  expect(given.filter(([, , value]) => value !== '').map(([line]) => line)).toEqual([]);
  const written = /(?:sk_live_|whsec_|AKIA|xox[bp]-|Atzr\||-----BEGIN [A-Z ]*PRIVATE KEY)[\w+/=|-]{12,}/g;
  expect(found(product, written)).toEqual({});
});

test('password fields hide, and let managers and pasting work', () => {
  expect(filesWith(ofBrowser, /'password'\}|type="password"/g)).toEqual(['web/src/ui/fields/PasswordField.tsx']);
  expect(filesWith(ofBrowser, /onPaste|onBeforeInput/g)).toEqual([]);
  const withField = ofBrowser.filter(({ code }) => code.includes('<PasswordField'));
  expect(withField.length).toBeGreaterThan(4);
  expect(withField.filter(({ code }) => !/['"](current|new)-password['"]/.test(code)).map(({ path }) => path)).toEqual(
    [],
  );
});

test('the browser keeps data by a few modules only', () => {
  expect(filesWith(ofBrowser, /\b(localStorage|sessionStorage|indexedDB|caches\.open)\b/g)).toEqual([
    'web/src/first-calls.ts',
    'web/src/lib/browser/storage.ts',
    'web/src/lib/session/forget-world.ts',
    'web/src/world/cache.ts',
  ]);
  expect(filesWith(ofBrowser, /document\.cookie/g)).toEqual(['web/src/lib/session/login-marker.ts']);
});

test('the log is written by one module', () => {
  expect(filesWith(ofServer, /\bpino\(/g)).toEqual(['server/src/lib/log.ts']);
  expect(filesWith(ofServer, /\bconsole\.|process\.std(out|err)/g)).toEqual([
    'server/src/admin-process.ts',
    'server/src/main.ts',
  ]);
});

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.optional(z.string()),
      integrity: z.optional(z.string()),
      resolved: z.optional(z.string()),
      link: z.optional(z.boolean()),
    }),
  ),
});
const packageFile = z.object({
  dependencies: z.optional(z.record(z.string(), z.string())),
  devDependencies: z.optional(z.record(z.string(), z.string())),
});

test('every library has an exact version of the registry and a checksum', () => {
  const { packages } = lockFile.parse(JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')));
  const installed = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);
  const named = ['', 'shared/', 'server/', 'web/', 'sandbox/'].flatMap((folder) => {
    const text = readFileSync(inRoot(`${folder}package.json`), 'utf8');
    const { dependencies = {}, devDependencies = {} } = packageFile.parse(JSON.parse(text));
    return Object.entries({ ...dependencies, ...devDependencies });
  });

  expect(installed.length).toBeGreaterThan(300);
  expect(installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([]);
  expect(
    installed.filter(([, { resolved }]) => resolved && !resolved.startsWith('https://registry.npmjs.org/')),
  ).toEqual([]);
  expect(
    named.filter(([name, version]) => !name.startsWith('@app/') && !/^(npm:[\w-]+@)?\d[\w.-]*$/.test(version)),
  ).toEqual([]);
});
