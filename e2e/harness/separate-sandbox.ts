import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { outsideWorld } from '../../sandbox/src/environment.ts';
import { freePort } from '../../scripts/processes/ports.ts';
import { inRoot } from '../../scripts/root.ts';
import { startSandbox } from '../../scripts/processes/sandbox-process.ts';
import { newDataFolder, openTestHouse } from './house.ts';
import type { TestHouse } from './house.ts';

interface SeparateSandbox {
  url: string;
  smtpPort: number;
  stripeUrl: string;
  stop: () => Promise<void>;
}

/** Starts a sandbox that is not started by the product, which gets its addresses through environment variables. */
async function startSeparateSandbox(productUrl: string, speedup: number): Promise<SeparateSandbox> {
  const smtpPort = await freePort();
  const { dataFolder, remove } = newDataFolder();
  const logFile = join(dataFolder, 'sandbox.log');
  const child = await startSandbox({ port: await freePort(), smtpPort, life: false, speedup, productUrl, logFile });
  const stop = async (): Promise<void> => {
    await child.stop();
    await remove();
  };
  return { url: child.url, smtpPort, stripeUrl: child.stripeUrl, stop };
}

/** Starts the product as `npm start` does, with SANDBOX=off and the sandbox's addresses in the environment. */
export async function startWithSandboxOff(speedup: number): Promise<TestHouse> {
  const { dataFolder, remove } = newDataFolder();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const sandbox = await startSeparateSandbox(url, speedup);
  const environment = {
    ...process.env,
    ...outsideWorld(sandbox),
    SANDBOX: 'off',
    PORT: String(port),
    WATCHPOST_DATA_DIR: dataFolder,
    CHECK_SPEEDUP: String(speedup),
  };
  const started = spawn(process.execPath, [inRoot('scripts/start.mjs')], {
    cwd: inRoot(),
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(started, 'exit');
  const isReady = await saysReady(started.stdout);
  if (!isReady) {
    await sandbox.stop();
    throw new Error('npm start with SANDBOX=off ended before it was ready');
  }
  return {
    url,
    sandbox,
    async close() {
      started.kill('SIGTERM');
      await ended;
      await sandbox.stop();
      await remove();
    },
  };
}

async function saysReady(output: Readable): Promise<boolean> {
  for await (const line of createInterface({ input: output })) {
    if (line.startsWith('Ready in')) {
      output.resume();
      return true;
    }
  }
  return false;
}

/** Starts a product that receives no notifications of the marketplace, because SP_API_NOTIFICATIONS_URL is not set. */
export async function openWithoutNotifications(speedup: number): Promise<TestHouse> {
  // The sandbox uses the product's address only for authorizations that start in its app store, which no journey does
  // here.
  const sandbox = await startSeparateSandbox('http://127.0.0.1:4000', speedup);
  const { SP_API_NOTIFICATIONS_URL: _, ...environment } = outsideWorld(sandbox);
  const house = await openTestHouse({ sandbox: false, speedup, environment });
  return {
    ...house,
    sandbox,
    async close() {
      await house.close();
      await sandbox.stop();
    },
  };
}
