import { createStore } from '../browser/store.ts';

/** Whether the last answer said that the connection is down (specification, section 4). */
export const isOffline = createStore(false);
