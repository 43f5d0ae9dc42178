import { createStore } from './store.ts';

/** True once the server is known to run a newer version than this page. */
export const newVersion = createStore(false);
