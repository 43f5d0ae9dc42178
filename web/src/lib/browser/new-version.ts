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
