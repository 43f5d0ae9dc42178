import { flushCompileCache } from 'node:module';

type Load = () => Promise<unknown>;

/** A process that was restarted catches up with what waited for it in less than this time. */
const catchingUpMs = 60_000;

const declared: Load[] = [];

/**
 * Declares a library or a part of the product that is loaded when it is first needed. Together these take a quarter of
 * the time in which a process starts, and few processes need them in their first minute.
 */
export function onDemand<T>(load: () => Promise<T>): () => Promise<T> {
  declared.push(load);
  return load;
}

/**
 * Loads everything that was declared when the process has caught up. No person should wait for a library, and an
 * upgrade replaces the files while the process still runs the release before.
 */
export function loadAfterCatchingUp(onError: (error: unknown) => void): void {
  setTimeout(() => void loadDeclared().catch(onError), catchingUpMs).unref();
}

export async function loadDeclared(): Promise<void> {
  for (const load of declared) await load();
  // The next process finds them compiled, also if this one is killed.
  flushCompileCache();
}
