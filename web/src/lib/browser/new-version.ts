import { createStore } from './store.ts';

/** True once the server is known to run a newer version than this page. */
export const newVersion = createStore(false);

/** Browsers' words for a module that did not arrive, and Vite's for a style sheet. */
const notArrived =
  /dynamically imported module|importing a module script failed|unable to preload css|failed to load module script/i;

/** Whether a part of the application is missing, and not there but broken: the latter is a fault of ours, to be told. */
export const isMissingPart = (error: unknown): boolean => error instanceof Error && notArrived.test(error.message);
