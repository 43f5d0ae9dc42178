import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  citedPaths,
  documents,
  findCycle,
  isTest,
  pathExists,
  readSources,
  type Source,
} from './scripts/architecture/sources.ts';
import { kindFiles, typeOfFile } from './scripts/gen/registry.ts';
import { transportIds } from './scripts/gen/transports.ts';

const base = 'shared/src/base';
const shared = ['shared/src'];
const server = ['shared/src', 'server/src/lib', 'server/src/http', 'server/src/external', 'server/src/context.ts'];
const world = [base, 'shared/src/domain', 'shared/src/watchdogs', 'shared/src/contract'];
const feature = (...others: string[]) => [...server, ...others.map((name) => `server/src/features/${name}`)];
const web = ['shared/src', 'web/src/lib', 'web/src/ui', 'web/src/world'];
const webFeatures = (...names: string[]) => names.map((name) => `web/src/features/${name}`);

/** The folders from which a folder may import, besides itself. The longest prefix of a path decides. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  'shared/src/base': [],
  'shared/src/domain': [base],
  'shared/src/transports': [],
  'shared/src/watchdogs': [base, 'shared/src/domain'],
  'shared/src/contract': [base, 'shared/src/domain', 'shared/src/transports', 'shared/src/watchdogs'],
  // These are the rules for the state of the world that the server and the browser share.
  'shared/src/world': world,
  'shared/testing': shared,

  'server/src/lib': [base],
  'server/src/external': [base, 'shared/src/watchdogs/facts', 'server/src/lib'],
  'server/src/http': [base, 'shared/src/contract', 'server/src/lib'],
  // The outbox imports no feature: a feature that enqueues a message must not depend on composing and sending.
  'server/src/features/delivering/outbox': ['shared/src', 'server/src/lib'],
  'server/src/features/accounts': feature('delivering/outbox'),
  'server/src/features/auth': feature('accounts', 'delivering/outbox'),
  // Connections hold the tokens and states for the features that call services of others.
  'server/src/features/connections': feature('accounts', 'delivering/outbox'),
  'server/src/features/sellers': feature('accounts'),
  // Advertising connects the advertising of seller accounts and stores what its reports contain.
  'server/src/features/advertising': feature('connections'),
  'server/src/features/support': feature('delivering/outbox'),
  // The following features are the stations of an alert, in the order in which an alert passes them.
  'server/src/features/catalog': feature('sellers', 'advertising', 'delivering/outbox'),
  'server/src/features/observing': feature('catalog', 'sellers', 'advertising', 'connections'),
  'server/src/features/judging': feature('observing', 'catalog', 'accounts'),
  'server/src/features/world': feature('judging', 'observing', 'advertising', 'sellers', 'accounts'),
  'server/src/features/triage': feature('judging', 'observing', 'catalog', 'accounts'),
  // A sales spreadsheet contains what the charts show, and is sent like a message.
  'server/src/features/sales-spreadsheet': feature('catalog', 'advertising', 'delivering/outbox'),
  'server/src/features/google-sheets': feature('connections', 'sales-spreadsheet', 'world', 'judging', 'observing'),
  // Within delivering, a message is composed, sent and answered in this order.
  'server/src/features/delivering/browsers': feature(),
  'server/src/features/delivering/transports': feature('accounts', 'delivering/outbox', 'delivering/browsers'),
  'server/src/features/delivering/composing': [
    ...feature('world', 'judging', 'observing', 'accounts', 'sales-spreadsheet', 'connections'),
    ...feature('delivering/outbox', 'delivering/transports', 'delivering/browsers'),
  ],
  'server/src/features/delivering/channels': [
    ...feature('accounts', 'delivering/outbox', 'delivering/transports', 'delivering/composing', 'delivering/log'),
  ],
  'server/src/features/delivering/replies': [
    ...feature('triage', 'accounts', 'delivering/transports', 'delivering/composing'),
  ],
  'server/src/features/delivering/log': feature('delivering/outbox'),
  'server/src/features/delivering': feature('judging', 'observing', 'accounts'),
  'server/src/features/billing': feature('accounts', 'delivering/outbox'),
  // The export and the deletion of a tenant finish work that other features have begun.
  'server/src/features/tenant-data': feature('accounts', 'billing', 'delivering/outbox'),
  'server/src/features/tracking': feature('billing', 'judging', 'observing', 'catalog', 'sellers', 'accounts'),
  // Programs of others are admitted with access tokens of the feature `auth`, as people's own programs are.
  'server/src/features/oauth': feature('auth', 'accounts'),
  // The calls for programs answer with data of the other features.
  'server/src/features/public-api': feature(
    'world',
    'triage',
    'judging',
    'observing',
    'billing',
    'catalog',
    'sellers',
    'accounts',
    'delivering/channels',
  ),
  // The tools of assistants answer with the reads of `public-api`.
  'server/src/features/mcp': feature('public-api', 'accounts'),
  // Operators see the state of all features, and their actions call the functions of the admin commands.
  'server/src/features/operating': [...feature('accounts', 'billing', 'observing', 'sellers'), 'server/src/admin'],
  'server/src': ['server/src', ...shared],
  // Builders and stand-ins for tests may start and read everything.
  'server/testing': ['server/src', 'scripts', 'shared/testing', ...shared],
  'server/test': ['server/src', 'server/testing', 'scripts', 'shared/testing', ...shared],

  'web/src/lib': [base, 'shared/src/contract'],
  'web/src/ui': [base],
  // The browser's copy of the world changes by the same pure rules as the server's.
  'web/src/world': [...shared, 'web/src/lib', 'web/src/ui'],
  // The spreadsheet of sales can be requested in the sales chart and in the settings.
  'web/src/features/charts': [...web, ...webFeatures('sales-spreadsheet')],
  'web/src/features/issues': [...web, 'web/src/features/charts'],
  'web/src/features/products': [...web, ...webFeatures('charts', 'issues')],
  'web/src/features/stock': [...web, ...webFeatures('products', 'issues')],
  'web/src/features/today': [...web, ...webFeatures('issues')],
  // The settings and the set-up show the payment method and the subscription.
  'web/src/features/settings': [...web, ...webFeatures('billing', 'sales-spreadsheet', 'confirm-address')],
  'web/src/features/product-settings': [...web, ...webFeatures('billing')],
  'web/src/features/connect': [...web, ...webFeatures('billing', 'confirm-address')],
  'web/src/features/signup': [...web, ...webFeatures('billing', 'confirm-address')],
  // The pages /home and /table are composed of the features above.
  'web/src/features/dashboard': [...web, ...webFeatures('today', 'issues', 'products', 'stock', 'charts')],
  'web/src/features/table': [...web, ...webFeatures('dashboard', 'issues', 'products')],
  'web/src/app': ['web/src', ...shared],
  'web/src': ['web/src', ...shared],
  'web/testing': ['web/src', 'shared/testing', ...shared],

  // The page against which the dashboard is measured must share no code with the dashboard.
  'web/peer': [],

  'sandbox/src': [base],
  scripts: ['.'],
  e2e: ['.'],
  bench: ['.'],
};

/**
 * Tests may also import the builders of all packages, and tests of the server any of its features, to prepare their
 * data.
 */
const testsMayImport = ['server/testing', 'shared/testing', 'web/testing', 'scripts'];
const serverTestsMayImport = [...testsMayImport, 'server/src/features'];

const sources = readSources();
const product = sources.filter(({ path }) => /^(shared|server|web|sandbox)\/src\//.test(path) && !isTest(path));

test('imports point one way', () => {
  const wrong = sources.flatMap((source) =>
    source.imports.filter((target) => !isAllowed(source.path, target)).map((target) => `${source.path} → ${target}`),
  );

  expect(wrong).toEqual([]);
});

test('every feature of the server has its row in the table', () => {
  const features = new Set(product.flatMap(({ path }) => /^server\/src\/features\/[^/]+/.exec(path)?.[0] ?? []));

  expect([...features].filter((folder) => !(folder in mayImport))).toEqual([]);
});

test('no file imports itself by way of others', () => {
  expect(findCycle(sources)).toBeNull();
});

test('a process in production finds every package that it imports', () => {
  const missing = ['shared', 'server'].flatMap((workspace) => {
    const manifest = JSON.parse(readFileSync(`${workspace}/package.json`, 'utf8')) as { dependencies: object };
    const installed = new Set(Object.keys(manifest.dependencies));
    return product
      .filter(({ path }) => path.startsWith(`${workspace}/`) && !path.includes('/testing/'))
      .flatMap(({ path, packages }) =>
        packages.filter((name) => !installed.has(name)).map((name) => `${path}: ${name}`),
      );
  });

  expect(missing).toEqual([]);
});

test('nothing is any', () => {
  expect(placesOf(sources, /(:|\bas|<|,|\|)\s*any\b(?!\w|['"`\s]*[a-z])/)).toEqual([]);
});

test('only what a registry or a tool collects is exported as default', () => {
  const collected = [
    /^shared\/src\/watchdogs\/kinds\//,
    /(^|\/)(vite|vitest|playwright)\.config\.ts$/,
    // Vitest and Playwright call the default export of a global set-up.
    /^server\/testing\/database\/postgres\.ts$/,
    /^e2e\/harness\/build-web\.ts$/,
  ];

  expect(placesOf(sources, /^export default /, collected)).toEqual([]);
});

test('the environment is read in one place of each program', () => {
  const readers = [
    /^(server|sandbox)\/src\/(config|main)\.ts$/,
    /^(scripts|e2e|bench|server\/testing|server\/test)\//,
    /(^|\/)(vite|vitest|playwright)\.config\.ts$/,
  ];

  expect(placesOf(sources, /\bprocess\.env\b/, readers)).toEqual([]);
});

test('.env.example knows every variable that is read', () => {
  const read = ['server/src/environment.ts', 'sandbox/src/config.ts'].flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map((match) => match[1] ?? ''),
  );
  const known = new Set(
    [...readFileSync('.env.example', 'utf8').matchAll(/^([A-Z0-9_]+)=/gm)].map((match) => match[1]),
  );

  expect(read.length).toBeGreaterThan(20);
  expect(read.filter((name) => !known.has(name))).toEqual([]);
});

test('time and chance come in from outside', () => {
  const places = [
    /^server\/src\/lib\/(clock|random)\.ts$/,
    // An initialisation vector that callers could choose would break the encryption.
    /^server\/src\/lib\/secrets\.ts$/,
    /^sandbox\/src\/world\/(clock|random)\.ts$/,
    // The sandbox's request ids and the secret of its signed addresses are random, but do not affect its world.
    /^sandbox\/src\/sp-api\//,
    /^web\/src\/(lib|ui|world)\//,
    // Components may read the clock when they are drawn; the rules that they call receive the time as an argument.
    /^web\/src\/.*(\.tsx|\/use-[a-z-]+\.ts)$/,
  ];
  const taken = /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\brandom(UUID|Bytes|Int)\(/;

  expect(placesOf(product, taken, places)).toEqual([]);
});

test('rules and features of the server wait for nothing', () => {
  const rules = product.filter(({ path }) => /^(shared|server)\//.test(path));

  expect(placesOf(rules, /\bset(Timeout|Interval|Immediate)\(/, [/^server\/src\/lib\//])).toEqual([]);
});

test('the SQL of a feature stands only in its *queries.ts', () => {
  const others = product.filter(
    ({ path }) => path.startsWith('server/src/features/') && !/(\/|-)queries\.ts$/.test(path),
  );
  // The tag `sql`, under any name, and the clients of the database come from these packages.
  const importers = others.filter(({ packages }) => packages.some((name) => name === 'kysely' || name === 'pg'));

  expect(others.length).toBeGreaterThan(300);
  expect(importers.map(({ path }) => path)).toEqual([]);
  // A text could be run by another file.
  expect(others.flatMap(({ path, code }) => statementsIn(code).map((found) => `${path}: ${found}`))).toEqual([]);
});

test.each([
  'sql`\n    select 1\n      from items i`',
  'sql<Row>`${stored}, kept as (select 1)`',
  'const text = `\n  with known as (select 1 as one)`;',
  "db.query('update items set version = 1')",
  '"insert into items (item_id) values (1)"',
  '`delete from ${table}`',
])('the search for SQL finds %j', (code) => {
  expect(statementsIn(code)).not.toEqual([]);
});

test('only its own file knows a watchdog kind', () => {
  const kinds = kindFiles().map(typeOfFile);
  const others = product.filter(({ path }) => /^(shared|server|web)\//.test(path));
  const own = [/^shared\/src\/watchdogs\//];

  // The list contains a name that no kind has, so that the pattern is valid and matches nothing while there are no
  // kinds.
  const compared = new RegExp(`(===|!==|\\bcase)\\s*['"\`](${['no kind', ...kinds].join('|')})['"\`]`);

  expect(placesOf(others, /watchdogs\/kinds\//, own)).toEqual([]);
  expect(placesOf(others, compared, own)).toEqual([]);
});

test('only its own files know a transport', () => {
  const own = /^(shared\/src|server\/src\/features\/delivering)\/transports\//;
  const others = product.filter(({ path }) => /^(shared|server|web)\//.test(path));
  const ids = transportIds().join('|');
  const compared = new RegExp(
    `(===|!==|\\bcase)\\s*['"\`](${ids})['"\`]|\\b(channel|transport|kind)\\s*(=|in)\\s*\\(?'(${ids})'`,
  );

  expect(ids).toContain('mail');
  expect(placesOf(others, compared, [own])).toEqual([]);
});

test('documents cite files that exist', () => {
  const missing = documents().flatMap((document) =>
    citedPaths(document)
      .filter((path) => !pathExists(path))
      .map((path) => `${document}: ${path}`),
  );

  expect(missing).toEqual([]);
});

test.each(['import of another feature', 'import against the arrow'])('the table refuses an %s', (what) => {
  const [from, to] =
    what === 'import of another feature'
      ? ['web/src/features/login/Login.tsx', 'web/src/features/signup/SignUp.tsx']
      : ['shared/src/base/money.ts', 'shared/src/domain/muting.ts'];

  expect(isAllowed(from ?? '', to ?? '')).toBe(false);
});

function isAllowed(from: string, to: string): boolean {
  const area = areaOf(from);
  const allowed = [area, ...allowedFor(area), ...(isTest(from) ? extraForTests(from) : [])];
  return allowed.some((place) => place === '.' || to === place || to.startsWith(`${place}/`));
}

const extraForTests = (path: string): readonly string[] =>
  path.startsWith('server/') ? serverTestsMayImport : testsMayImport;

function allowedFor(area: string): readonly string[] {
  return mayImport[area] ?? (area.startsWith('web/src/features/') ? web : []);
}

function areaOf(path: string): string {
  const webFeature = /^web\/src\/features\/[^/]+/.exec(path);
  if (webFeature) {
    return webFeature[0];
  }
  const areas = Object.keys(mayImport).filter((area) => path.startsWith(`${area}/`));
  // Files at the root are configuration, or tests of the whole project.
  return areas.toSorted((a, b) => b.length - a.length)[0] ?? 'scripts';
}

/** Returns the beginnings of the texts in which SQL stands. */
function statementsIn(code: string): string[] {
  const tag = /\bsql(?:<[^`]*>)?`|\bsql\.\w+\(/;
  // English texts begin with the same verbs, so the words after them count too.
  const statements = [
    /select\s[^;]*?\sfrom\s/,
    /insert\s+into\s/,
    /update\s+\S+(?:\s+\S+){0,2}\s+set\s/,
    /delete\s+from\s/,
    /merge\s+into\s/,
    /with\s+\w+\s+as\s/,
  ];
  const text = `['"\`]\\s*(?:${statements.map(({ source }) => source).join('|')})`;
  return [...code.matchAll(new RegExp(`${tag.source}|${text}`, 'gi'))].map(([found]) => found);
}

function placesOf(files: readonly Source[], pattern: RegExp, except: readonly RegExp[] = []): string[] {
  return files
    .filter(({ path }) => !except.some((exception) => exception.test(path)))
    .flatMap(({ path, code }) =>
      code.split('\n').flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
    );
}
