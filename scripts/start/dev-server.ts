import { inRoot } from '../root.ts';

/** Starts Vite for the web application on the port above the product's, with a proxy for /api. Returns its URL. */
export async function startVite(productPort: number): Promise<string> {
  // Vite is imported here, because other kinds of start do not need it.
  const { createServer } = await import('vite');
  const vite = await createServer({
    root: inRoot('web'),
    server: {
      host: '127.0.0.1',
      port: productPort + 1,
      strictPort: true,
      proxy: { '/api': { target: `http://127.0.0.1:${productPort}`, changeOrigin: false } },
    },
  });
  // Vite's SIGTERM handler would end this process before the others have ended.
  process.removeAllListeners('SIGTERM');
  await vite.listen();
  return `http://127.0.0.1:${productPort + 1}`;
}
