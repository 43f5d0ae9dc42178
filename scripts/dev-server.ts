import { inRoot } from './root.ts';

/** Vite for the browser's part, next to the product on the port above it; /api goes to the product. Answers its address. */
export async function startVite(productPort: number): Promise<string> {
  // Loaded here: every other start can do without it.
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
  // Vite would end this process before it has ended the others.
  process.removeAllListeners('SIGTERM');
  await vite.listen();
  return `http://127.0.0.1:${productPort + 1}`;
}
