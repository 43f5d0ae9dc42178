import { connectionReturned } from '../http/connection.ts';
import { probeConnection } from '../http/probe.ts';
import { createStore } from './store.ts';

/** Whether the server is known to run a newer version than this page. */
export const newVersion = createStore(false);

/**
 * Whether a part of the application did not arrive because the connection was down, and the connection is back. Browsers
 * do not request a module again that failed to load, so that only a reload of the page brings it.
 */
export const lostPart = createStore(false);

/** The browsers' texts for a module that could not be loaded, and Vite's for a style sheet. */
const notArrived =
  /dynamically imported module|importing a module script failed|unable to preload css|failed to load module script/i;

/**
 * Whether a part of the application is missing on the server. A part that is there but fails is an error of ours, and
 * is reported.
 */
export const isMissingPart = (error: unknown): boolean => error instanceof Error && notArrived.test(error.message);

/** Finds out why a part of the application did not load: a newer version was deployed, or the connection was down. */
export async function explainMissingPart(): Promise<void> {
  if ((await probeConnection()) && (await isOutdated())) {
    newVersion.set(true);
    return;
  }
  await connectionReturned();
  lostPart.set(true);
}

/** After this time without the start page, the missing part counts as lost in an outage. */
const startPageMs = 10_000;

/**
 * Whether the server has another version than this page. An outage that is over by now loses a part of the same version
 * too, so that an answer of the server alone does not mean that a newer version was deployed.
 */
async function isOutdated(): Promise<boolean> {
  const signal = AbortSignal.timeout(startPageMs);
  const response = await fetch('/', { cache: 'no-store', signal }).catch(() => null);
  const startPage = response?.ok ? await response.text().catch(() => '') : '';
  const loaded = new Set(Array.from(document.scripts, (script) => script.getAttribute('src')));
  return scriptsOf(startPage).some((script) => !loaded.has(script));
}

/**
 * The scripts of the build that a start page names. Their names change with their content and with that of all parts
 * that they load.
 */
const scriptsOf = (startPage: string): readonly string[] =>
  Array.from(startPage.matchAll(/<script\b[^>]*\ssrc="(\/assets\/[^"]+)"/g), ([, script = '']) => script);
