import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { memoryOptions, memoryVariables } from '../../scripts/start/memory.ts';
import { production } from '../testing/complete-environment.ts';
import { adminCommands } from './admin/commands.ts';
import { readConfig } from './config.ts';
import { environmentSchema } from './environment.ts';
import { processFigures } from './features/operating/figures/read-figures.ts';
import { productFigures } from './features/operating/figures/product-figures.ts';
import { healthRoutes } from './http/health.ts';
import type { Figure } from './http/health.ts';
import { keyFigures } from './sealed/key-figures.ts';

const root = join(import.meta.dirname, '../..');
const read = (name: string): string => readFileSync(join(root, name), 'utf8');
const folder = 'docs/operating';
const units = readdirSync(join(root, folder)).filter((name) => name.endsWith('.service'));
const caddyfile = read(`${folder}/Caddyfile`);

const roles = ['api', 'worker', 'migrate', 'admin'];
const defaultPort = environmentSchema.parse({ DATABASE_URL: 'x', ENCRYPTION_KEYS: 'x' }).PORT;
/** The ports in the comments that say how the units are enabled. */
const apiPorts = numbersIn(read(`${folder}/watchpost-api@.service`), /watchpost-api@(\d+)/g);
const workerPorts = numbersIn(read(`${folder}/watchpost-worker@.service`), /watchpost-worker@(\d+)/g);

function numbersIn(text: string, pattern: RegExp): readonly number[] {
  return [...text.matchAll(pattern)].map(([, number]) => Number(number));
}

/** The directives of a unit, by section. */
function directivesOf(unit: string): ReadonlyMap<string, readonly (readonly [name: string, value: string])[]> {
  const sections = unit.split(/^\[(\w+)\]$/m).slice(1);
  return new Map(
    sections.flatMap((section, index) =>
      index % 2 === 1
        ? []
        : [
            [
              section,
              [...(sections[index + 1] ?? '').matchAll(/^(\w+)=(.*)$/gm)].map(([, a = '', b = '']) => [a, b] as const),
            ],
          ],
    ),
  );
}

/** Variables that Node reads itself, or that only a script reads. */
const otherVariables = ['NODE_COMPILE_CACHE', 'NODE_EXTRA_CA_CERTS', 'CADDY', ...Object.keys(memoryVariables)];

const knownDirectives: Readonly<Record<string, string>> = {
  Unit: 'Description After Wants',
  Service:
    'User WorkingDirectory EnvironmentFile Environment ExecStart Restart RestartSec TimeoutStopSec ' +
    'CacheDirectory NoNewPrivileges ProtectSystem ProtectHome PrivateTmp',
  Install: 'WantedBy',
};

test.each(units)(
  '%s has directives of systemd, starts a role of the program, and names variables that it reads',
  (name) => {
    const sections = directivesOf(read(`${folder}/${name}`));
    const service = sections.get('Service') ?? [];
    const valueOf = (directive: string) => service.find(([one]) => one === directive)?.[1] ?? '';

    for (const [section, directives] of sections)
      for (const [directive] of directives)
        expect(knownDirectives[section]?.split(' '), `[${section}] ${directive}`).toContain(directive);
    const words = valueOf('ExecStart')
      .split(' ')
      .filter((word) => !word.startsWith('--'));
    const [program, role] = words.slice(words.indexOf('/usr/bin/node') + 1);
    expect(existsSync(join(root, program ?? ''))).toBe(true);
    expect(roles).toContain(role);
    const assignments = service.filter(([one]) => one === 'Environment').map(([, value]) => value);
    const variables = [...assignments, ...words.filter((word) => word.includes('='))].map((one) => one.split('=')[0]);
    const known = [...Object.keys(environmentSchema.shape), ...otherVariables];
    expect(variables.filter((one) => !known.includes(one ?? ''))).toEqual([]);
    // A process that is told to stop first takes calls for a while, and then waits for calls and jobs under way.
    expect(Number(valueOf('TimeoutStopSec'))).toBeGreaterThan(20);
  },
);

test('the roles that the files name are those of the program', () => {
  const main = read('server/src/main.ts');

  for (const role of roles) expect(main).toMatch(new RegExp(`^  ${role}: async|role === '${role}'`, 'm'));
});

test('the proxy asks for the readiness of the port of the API, often enough to notice that a process leaves', () => {
  const config = readConfig(production);
  const [uri = ''] = valuesOf('health_uri');
  const [interval = ''] = valuesOf('health_interval');
  const app = Fastify();
  healthRoutes(app, { checkDatabase: async () => undefined, figures: [], metricsToken: null });

  expect(app.hasRoute({ method: 'GET', url: uri })).toBe(true);
  expect(numbersIn(caddyfile, /127\.0\.0\.1:(\d+)/g)).toContain(defaultPort);
  expect(numbersIn(caddyfile, /127\.0\.0\.1:(\d+)/g)).toEqual(apiPorts);
  expect(2 * secondsOf(interval)).toBeLessThan(config.stopNoticeMs / 1000);
  // The proxy has to try again for as long as a process takes to start.
  expect(secondsOf(valuesOf('lb_try_duration')[0] ?? '')).toBeGreaterThanOrEqual(10);
});

const valuesOf = (directive: string): readonly string[] =>
  [...caddyfile.matchAll(new RegExp(`^\\s*${directive} (.*)$`, 'gm'))].map(([, value = '']) => value);

const secondsOf = (duration: string): number => Number(/^(\d+)s$/.exec(duration)?.[1]);

test('Prometheus scrapes the ports of the units, and reads the alert rules for the job that they name', () => {
  const prometheus = read(`${folder}/prometheus.yaml`);
  const [, job = ''] = /job_name: (\w+)/.exec(prometheus) ?? [];
  const [, rules = ''] = /rule_files: \[(\S+)\]/.exec(prometheus) ?? [];

  expect(workerPorts.length).toBeGreaterThan(0);
  expect(numbersIn(prometheus, /'127\.0\.0\.1:(\d+)'/g)).toEqual([...apiPorts, ...workerPorts]);
  expect(existsSync(join(root, folder, rules))).toBe(true);
  expect(read(`${folder}/${rules}`)).toContain(`up{job="${job}"}`);
});

const requestLabels = ['method', 'route', 'status', 'le'];
const figures: readonly Figure[] = [...productFigures, ...processFigures, ...keyFigures];
const labelsOf = (metric: string): readonly string[] | undefined =>
  metric.startsWith('http_request_') ? requestLabels : figures.find(({ name }) => name === metric)?.labels;

test.each(['alerts.yaml', 'grafana.json'])('%s asks metrics for labels that they have', (name) => {
  const text = read(`${folder}/${name}`).replaceAll('\\"', '"');
  const selected = [...text.matchAll(/\b(watchpost_\w+|http_request_\w+)\{(\w+)=/g)];
  const grouped = [
    ...text.matchAll(/by \(([\w, ]+)\) \((?:rate\(|max by \([\w, ]+\) \()?(watchpost_\w+|http_request_\w+)/g),
  ];
  const asked = [
    ...selected.map(([, metric = '', label = '']) => ({ metric, label })),
    ...grouped.flatMap(([, labels = '', metric = '']) => labels.split(', ').map((label) => ({ metric, label }))),
  ];

  expect(asked.length).toBeGreaterThan(5);
  expect(asked.filter(({ metric, label }) => !labelsOf(metric)?.includes(label))).toEqual([]);
});

test.each([
  ['watchpost-api@.service', 'PORT'],
  ['watchpost-worker@.service', 'WORKER_PORT'],
])('each process of %s has the port of its name, whatever the file with the environment sets', (name, variable) => {
  const service = directivesOf(read(`${folder}/${name}`)).get('Service') ?? [];
  const [, command = ''] = service.find(([directive]) => directive === 'ExecStart') ?? [];

  // systemd lets a variable of EnvironmentFile replace one of Environment.
  expect(command.split(' ')).toContain(`${variable}=%i`);
});

test('the container starts the program with a role that it has, on the port that it opens', () => {
  const file = read(`${folder}/Containerfile`);
  const [, program = ''] = /ENTRYPOINT \["node", (?:"--[^"]+", )*"([^"]+)"\]/.exec(file) ?? [];
  const [, role = ''] = /CMD \["(\w+)"\]/.exec(file) ?? [];
  const variables = [...file.matchAll(/^ENV (.*)$/gm)].flatMap(([, line = '']) =>
    line.split(' ').map((one) => one.split('=')[0] ?? ''),
  );

  expect(existsSync(join(root, program))).toBe(true);
  expect(roles).toContain(role);
  expect(numbersIn(file, /^EXPOSE (\d+)$/gm)).toEqual([defaultPort]);
  const known = [...Object.keys(environmentSchema.shape), ...otherVariables];
  expect(variables.filter((one) => !known.includes(one))).toEqual([]);
});

test('the examples bound the memory of a process as npm start does', () => {
  const variables = Object.entries(memoryVariables).map(([name, value]) => `${name}=${value}`);
  for (const role of ['api@', 'worker@']) {
    const unit = read(`${folder}/watchpost-${role}.service`);
    expect(unit).toContain(`node ${memoryOptions.join(' ')} server/src/main.ts`);
    for (const one of variables) expect(unit).toContain(`\nEnvironment=${one}\n`);
  }
  const container = read(`${folder}/Containerfile`);
  expect(container).toContain(JSON.stringify(['node', ...memoryOptions, 'server/src/main.ts']).replaceAll(',', ', '));
  for (const one of variables) expect(container).toMatch(new RegExp(`^ENV .*\\b${one}$`, 'm'));
});

test.each(['docs/operating.md', 'docs/operating/Containerfile'])(
  '%s builds the web application with its compressed forms, before the tools for it are removed',
  (name) => {
    const text = read(name);
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const [, script = ''] = /^node (\S+)$/.exec(scripts['build'] ?? '') ?? [];

    expect(text).toContain('npm ci && npm run build && npm ci --omit=dev');
    expect(text).not.toContain('vite build');
    expect(read(script)).toContain('buildWebIfStale');
  },
);

const documents = ['operating.md', 'security.md', 'billing.md', 'notification-queue.md', 'scale-out.md'];

test.each(documents)('%s names variables, operators’ commands and scripts that exist', (name) => {
  const text = read(`docs/${name}`);
  const known = new Set([...Object.keys(environmentSchema.shape), ...otherVariables]);
  const variables = [...text.matchAll(/`([A-Z][A-Z\d]*(?:_[A-Z\d]+)+)(?:=[^`]*)?`/g)].map(([, one = '']) => one);
  const commands = [...text.matchAll(/npm start -- admin ([a-z][\w-]*)/g)].map(([, one = '']) => one);
  const scripts = [...text.matchAll(/npm run ([a-z][\w:]*)/g)].map(([, one = '']) => one);
  const { scripts: existing } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

  expect(variables.filter((one) => !known.has(one))).toEqual([]);
  expect(commands.filter((one) => !adminCommands.some((command) => command.name === one))).toEqual([]);
  expect(scripts.filter((one) => !Object.hasOwn(existing, one))).toEqual([]);
});
