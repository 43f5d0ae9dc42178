import { createServer } from 'node:http';
import { mkdtempSync, readFileSync, existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { build } from 'vite';
import { freePort } from '../../../scripts/processes/ports.ts';
import { inRoot } from '../../../scripts/root.ts';

export interface UiPeer {
  readonly url: string;
  close(): Promise<void>;
}

const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };

/** Builds and serves the peer page with a number of rows. */
export async function openUiPeer(products: number): Promise<UiPeer> {
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-peer-'));
  await build({
    root: inRoot('web/peer'),
    configFile: false,
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true },
  });
  const rows = JSON.stringify(
    Array.from({ length: products }, (_, id) => ({ id, name: `Cast-iron skillet ${id} cm`, isBad: id % 33 === 0 })),
  );
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://peer').pathname;
    const file = join(folder, path === '/' ? 'index.html' : path);
    if (path === '/rows') response.setHeader('content-type', 'application/json').end(rows);
    else if (existsSync(file)) response.setHeader('content-type', types[extname(file)] ?? '').end(readFileSync(file));
    else response.writeHead(404).end();
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${port}/`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
