import { createStore } from './store.ts';

/** The worst level that nobody has looked at yet; the mark in the bar and the favicon show it. */
export const beacon = createStore<'none' | 'warning' | 'alert' | 'stale'>('none');
