import { createStore } from './store.ts';

/** The worst unchecked level, shown by the mark in the bar and by the favicon. */
export const beacon = createStore<'none' | 'warning' | 'alert' | 'stale'>('none');
