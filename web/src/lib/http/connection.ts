import { createStore } from '../browser/store.ts';

/** Whether the last answer meant that the connection is down (specification, section 4). */
export const isOffline = createStore(false);
