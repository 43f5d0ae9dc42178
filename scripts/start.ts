import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { demoLogin, ensureDemoTenant } from './sessions/demo.ts';
import type { Stage } from './sessions/demo.ts';
import { startVite } from './start/dev-server.ts';
import { openHouse } from './start/house.ts';
import type { House } from './start/house.ts';
import { isPortFree } from './processes/ports.ts';
import { inRoot } from './root.ts';
import { restartOnChange } from './start/restart-on-change.ts';
import { runRole } from './start/run-role.ts';
import { main, Refusal, say } from './say.ts';
import { buildWebIfStale } from './start/web-build.ts';
import { helpOf } from '../server/src/admin/run-admin.ts';

/**
 * The speed-up of the demo. A day of the marketplace takes 48 minutes, so that alerts arrive while a viewer watches.
 */
const DEMO_SPEEDUP = 30;

// An empty variable is not set, here as in the processes that are started.
for (const [name, value] of Object.entries(process.env)) {
  if (value?.trim() === '') {
    delete process.env[name];
  }
}

const { positionals } = parseArgs({ allowPositionals: true, strict: false });
const [command, ...rest] = positionals;
const dataFolder = resolve(process.env['WATCHPOST_DATA_DIR'] ?? inRoot('.data'));

/**
 * The end of all processes; undefined until it begins. Declared before the processes start, because the start may be
 * interrupted at any time.
 */
let ending: Promise<void> | undefined;

await main(async () => {
  if (command === undefined) {
    await startEverything({ dev: false });
  } else if (command === 'dev') {
    await startEverything({ dev: true });
  } else if (command === 'admin') {
    await runAdminCommand(process.argv.slice(3));
  } else if (['api', 'worker', 'migrate'].includes(command)) {
    await runRole(dataFolder, [command, ...rest]);
  } else {
    throw new Refusal(`There is no “${command}”: npm start [-- api | worker | migrate | admin]`);
  }
});

/** Prints the help, for which no process needs to run, or runs the command. */
async function runAdminCommand(args: readonly string[]): Promise<void> {
  const help = helpOf(args);
  if (help === null) {
    await runRole(dataFolder, ['admin', ...args]);
  } else {
    say(help);
  }
}

async function startEverything({ dev }: { dev: boolean }): Promise<void> {
  // The printed duration of the start includes the installation of packages before it.
  const beganAt = Number(process.env['WATCHPOST_BEGAN_AT'] ?? Date.now());
  const withSandbox = process.env['SANDBOX'] !== 'off';
  const port = portFrom('PORT', 4000);
  const sandbox = { port: portFrom('SANDBOX_PORT', 4010), smtpPort: portFrom('SANDBOX_SMTP_PORT', 4025) };
  await refuseTakenPorts(
    withSandbox ? { PORT: port, SANDBOX_PORT: sandbox.port, SANDBOX_SMTP_PORT: sandbox.smtpPort } : { PORT: port },
  );
  if (!dev) {
    await buildWebIfStale();
  }
  const viteUrl = dev ? await startVite(port) : undefined;
  const publicUrl = process.env['PUBLIC_URL'] ?? viteUrl ?? `http://127.0.0.1:${port}`;
  const house = await openHouse({
    dataFolder,
    port,
    publicUrl,
    durable: true,
    processes: [[]],
    speedup: Number(process.env['CHECK_SPEEDUP'] ?? (withSandbox ? DEMO_SPEEDUP : 1)),
    sandbox: withSandbox ? sandbox : null,
    environment: process.env,
    logFiles: withSandbox && !dev,
  });
  endTogether(house);
  if (dev) {
    restartOnChange(house);
  } else {
    endWithAny(house);
  }
  if (withSandbox) {
    await ensureDemo(house, { productUrl: `http://127.0.0.1:${port}`, sandboxUrl: `http://127.0.0.1:${sandbox.port}` });
  }
  announce(house, Date.now() - beganAt);
  if (house.sandbox !== null) {
    void goOn({ productUrl: `http://127.0.0.1:${port}`, sandboxUrl: house.sandbox.url });
  }
}

/** Sets up the demo account. If that fails, ends the processes that are already running. */
async function ensureDemo(house: House, stage: Stage): Promise<void> {
  try {
    await ensureDemoTenant(stage);
  } catch (error) {
    if (ending === undefined) {
      say(`The demo account was not set up: ${error instanceof Error ? error.stack : String(error)}`);
    }
    await end(house, 1);
  }
}

/**
 * Plays the rest of the demo while the product is in use. Its modules are imported here, so that they do not delay the
 * start.
 */
async function goOn(stage: Stage): Promise<void> {
  try {
    const { playDemoStory } = await import('./sessions/demo-story.ts');
    await playDemoStory(stage);
  } catch (error) {
    if (ending === undefined) {
      say(`The demo goes on without the rest of its story: ${String(error)}`);
    }
  }
}

function announce(house: House, tookMs: number): void {
  say();
  say(`  Watchpost   ${house.url}`);
  if (house.sandbox !== null) {
    say(`  Demo login  ${demoLogin.email} / ${demoLogin.password}`);
    say(`  Inbox       ${house.sandbox.url}/sandbox/inbox`);
    say(`  Sandbox     ${house.sandbox.url}`);
    say(`  Logs        ${dataFolder}/log`);
  }
  say();
  say(`Ready in ${(tookMs / 1000).toFixed(1)} s. Ctrl-C ends it.`);
}

/** Ends everything that was started. The returned promise never resolves, because the process exits. */
function end(house: House, code: number): Promise<void> {
  ending ??= house.close().then(() => process.exit(code));
  return ending;
}

/** Ends everything on a signal, or when the parent of this process dies. */
function endTogether(house: House): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) {
    process.on(signal, () => void end(house, 0));
  }
}

/** Ends everything when one process ends, because a product with a missing part would look healthy. */
function endWithAny(house: House): void {
  for (const child of house.processes) {
    void child.ended.then(() => {
      if (ending === undefined) {
        say(`The ${child.name} ended by itself; see ${dataFolder}/log. Ending everything.`);
      }
      return end(house, 1);
    });
  }
}

function portFrom(variable: string, fallback: number): number {
  const port = Number(process.env[variable] ?? fallback);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Refusal(`${variable}=${process.env[variable]} is not a port.`);
  }
  return port;
}

async function refuseTakenPorts(ports: Readonly<Record<string, number>>): Promise<void> {
  for (const [variable, port] of Object.entries(ports)) {
    if (!(await isPortFree(port))) {
      throw new Refusal(`Port ${port} is in use: end what listens there, or choose another with ${variable}=….`);
    }
  }
}
