import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { commandsDocument, type DocumentedCommand } from './gen/commands-document.ts';
import { retentionDocument, type Retention } from './gen/retention-document.ts';
import { securityDocument, type SecurityRequirement } from './gen/security-document.ts';
import { kindFiles, registry, typeOfFile } from './gen/registry.ts';
import { schema } from './gen/schema.ts';
import { channelTransportRegistry, chatRegistry, transportRegistry } from './gen/transports.ts';
import { watchdogsDocument } from './gen/watchdogs-document.ts';
import type { DocumentedSource } from './gen/watchdogs-document.ts';
import type { Watchdog } from '../shared/src/watchdogs/model/define.ts';
import { inRoot } from './root.ts';
import { withClient } from './postgres/database.ts';
import { withTemporaryDatabase } from './postgres/temporary-database.ts';
import { main, Refusal, say } from './say.ts';

const checking = process.argv.includes('--check');
const stale: string[] = [];

await main(async () => {
  const files = kindFiles();
  await put('shared/src/watchdogs/registry.ts', registry(files));
  const { watchdogs } = await load<{ watchdogs: readonly Watchdog[] }>('shared/src/watchdogs/registry.ts');
  refuseMisnamed(
    watchdogs.map((kind) => kind.type),
    files.map(typeOfFile),
  );
  await put('shared/src/transports/registry.ts', transportRegistry());
  await put('server/src/features/delivering/transports/channels/registry.ts', channelTransportRegistry());
  await put('sandbox/src/hooks/chats/registry.ts', chatRegistry());
  const { sources } = await load<{ sources: readonly DocumentedSource[] }>(
    'server/src/features/observing/sources/registry.ts',
  );
  await put('docs/watchdogs.md', watchdogsDocument(watchdogs, sources));
  const { adminCommands } = await load<{ adminCommands: readonly DocumentedCommand[] }>('server/src/admin/commands.ts');
  await put('docs/commands.md', commandsDocument(adminCommands));
  await put('docs/retention.md', retentionDocument(await load<Retention>('server/src/retention.ts')));
  await put('docs/security-requirements.md', await securityRequirements());
  await put('docs/openapi.json', await openApiDocument());
  // Generating `schema.sql` needs a database. With --check it is left to a server test, which compares the file.
  if (!checking) {
    await put('server/schema.sql', await schemaOfMigrations());
  }
  if (stale.length > 0) {
    throw new Refusal(`not fresh: ${stale.join(', ')}; run npm run gen`);
  }
});

function schemaOfMigrations(): Promise<string> {
  return withTemporaryDatabase(({ ownerUrl }) => withClient(ownerUrl, schema));
}

async function securityRequirements(): Promise<string> {
  const folder = 'server/testing/security';
  const { requirements } = await load<{ requirements: readonly SecurityRequirement[] }>(
    `${folder}/requirements/index.ts`,
  );
  const { levels } = await load<{ levels: Parameters<typeof securityDocument>[1] }>(`${folder}/levels.ts`);
  return securityDocument(requirements, levels);
}

async function openApiDocument(): Promise<string> {
  const { contract } = await load<{ contract: unknown }>('shared/src/contract/index.ts');
  const { openApi } = await load<{ openApi: (contract: unknown) => unknown }>('shared/src/contract/openapi.ts');
  return `${JSON.stringify(openApi(contract), null, 2)}\n`;
}

async function put(path: string, text: string): Promise<void> {
  const wanted = path.endsWith('.ts') ? formatCode(path, text) : text;
  const found = existsSync(inRoot(path)) ? readFileSync(inRoot(path), 'utf8') : '';
  if (found === wanted) {
    return;
  }
  if (checking) {
    stale.push(path);
    return;
  }
  writeFileSync(inRoot(path), wanted);
  say(`wrote ${path}`);
}

function formatCode(path: string, text: string): string {
  return execFileSync(inRoot('node_modules/.bin/oxfmt'), ['--stdin-filepath', path], {
    input: text,
    cwd: inRoot(),
  }).toString();
}

/** Generated modules may not exist yet or may have just been written, so they are imported dynamically. */
async function load<Module>(path: string): Promise<Module> {
  return (await import(pathToFileURL(inRoot(path)).href)) as Module;
}

function refuseMisnamed(types: readonly string[], names: readonly string[]): void {
  const wrong = types.filter((type) => !names.includes(type));
  if (wrong.length > 0) {
    throw new Refusal(`a kind's file is named after its type; not so: ${wrong.join(', ')}`);
  }
}
