import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { csrf, isAuthenticated } from '@app/shared/contract/auth.ts';
import { getProductSettings, settingsPageSize } from '@app/shared/contract/product-settings.ts';
import { stateOfTheWorld } from '@app/shared/contract/world.ts';

/**
 * The paths of the calls, which the build writes into the script: importing the contract there would include all its
 * schemas.
 */
const paths = {
  'import.meta.env.CSRF_PATH': JSON.stringify(csrf.path),
  'import.meta.env.IDENTITY_PATH': JSON.stringify(isAuthenticated.path),
  'import.meta.env.WORLD_PATH': JSON.stringify(stateOfTheWorld.path),
  'import.meta.env.FIRST_PRODUCTS_URL': JSON.stringify(`${getProductSettings.path}?first=${settingsPageSize}`),
};

const hashLength = 8;

/** The script that index.html names, which chooses the colours of the first paint. */
const themeScript = '/theme.js';

/**
 * Builds `src/first-calls.ts` without imports, behind the script that chooses the colours, as one script that runs before
 * anything is painted and before the application has loaded. A page waits for both, and each file costs a slow computer
 * about 10 ms.
 */
export const firstCalls = (): Plugin => {
  let fileName = '';
  return {
    name: 'watchpost-first-calls',
    apply: 'build',
    async buildStart() {
      const source = await bundleScript();
      const hash = createHash('sha256').update(source).digest('hex').slice(0, hashLength);
      fileName = `assets/first-calls-${hash}.js`;
      this.emitFile({ type: 'asset', fileName, source });
    },
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        if (!html.includes(`src="${themeScript}"`)) this.error('The page does not name the script of the colours');
        return html.replace(themeScript, `/${fileName}`);
      },
    },
  };
};

async function bundleScript(): Promise<string> {
  const built = await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'warn',
    define: paths,
    build: {
      write: false,
      target: 'es2023',
      rolldownOptions: { input: join(import.meta.dirname, 'src/first-calls.ts'), output: { format: 'iife' } },
    },
  });
  const [script] = 'output' in built ? built.output : [];
  if (script?.type !== 'chunk') throw new Error('The first calls were not built');
  const theme = await readFile(join(import.meta.dirname, 'public', themeScript), 'utf8');
  return `${theme}${script.code}`;
}
