import type { ApiError } from './api-error.ts';
import { createStore } from '../browser/store.ts';

/** The failure that the error modal shows. */
export const shownError = createStore<ApiError | null>(null);
