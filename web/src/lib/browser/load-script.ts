/** The time limit for loading a script: the browser may wait for minutes for a server that cannot be reached. */
const longestMs = 20_000;

/** A script of another service did not arrive: the connection or the service is down, or the browser blocks it. */
export class LostScript extends Error {
  override readonly name = 'LostScript';
}

const scripts = new Map<string, Promise<void>>();

/**
 * Loads the script of another service once and returns the global that it defines. Throws `LostScript` if the script
 * does not load or defines nothing; the next call loads it again.
 */
export async function loadScript<Global>(
  url: string,
  { find, failure }: { readonly find: () => Global | undefined; readonly failure: string },
): Promise<Global> {
  const script = scripts.get(url) ?? addScript(url);
  scripts.set(url, script);
  const loaded = await script.then(find).catch(() => undefined);
  if (loaded !== undefined) return loaded;
  scripts.delete(url);
  throw new LostScript(failure);
}

function addScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      script.remove();
      reject(new Error(`${url} did not load`));
    };
    const timer = setTimeout(fail, longestMs);
    script.addEventListener('error', fail);
    script.addEventListener('load', () => {
      clearTimeout(timer);
      resolve();
    });
    script.src = url;
    document.head.append(script);
  });
}
