import { spawn, execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { waitUntil } from '../../../../scripts/processes/wait-until.ts';
import { isPortFree } from '../../../../scripts/processes/ports.ts';
import { inRoot } from '../../../../scripts/root.ts';
import { Refusal } from '../../../../scripts/say.ts';

interface RunningProxy {
  readonly title: string;
  stop(): Promise<void>;
}

interface ProxyOptions {
  readonly folder: string;
  readonly port: number;
  readonly upstreams: readonly number[];
}

/** Runs Caddy with the Caddyfile of the documents, on other ports and without TLS. */
export async function startProxy({ folder, port, upstreams }: ProxyOptions): Promise<RunningProxy> {
  const caddy = process.env['CADDY'] ?? 'caddy';
  const { stdout: version } = await promisify(execFile)(caddy, ['version']).catch((cause: unknown) => {
    throw new Refusal('The rehearsal needs Caddy: install it, or name its program with CADDY=….', { cause });
  });
  const file = join(folder, 'Caddyfile');
  await writeFile(file, onPorts(await readFile(inRoot('docs/operating/Caddyfile'), 'utf8'), { port, upstreams }));
  const child = spawn(caddy, ['run', '--adapter', 'caddyfile', '--config', file], {
    env: { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: 'ignore',
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await waitUntil('Caddy listens', 10_000, async () => !(await isPortFree(port)));
  return {
    title: `Caddy ${version.trim().split(' ')[0] ?? ''}`,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

const global = '{\n\tadmin off\n}\n';

/** Replaces the addresses in the Caddyfile. Throws if the file does not contain the addresses to replace. */
export function onPorts(caddyfile: string, { port, upstreams }: Pick<ProxyOptions, 'port' | 'upstreams'>): string {
  const replaced = caddyfile
    .replace(/^watch\.example\.com \{$/m, `http://127.0.0.1:${port} {`)
    .replace(
      /reverse_proxy (?:127\.0\.0\.1:\d+ ?)+/,
      `reverse_proxy ${upstreams.map((one) => `127.0.0.1:${one} `).join('')}`,
    );
  if (!replaced.includes(`:${port} {`) || !upstreams.every((one) => replaced.includes(`:${one} `)))
    throw new Error('The Caddyfile of the documents has another form');
  return `${global}${replaced}`;
}
