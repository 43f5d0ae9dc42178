import { resolve } from 'node:path';

/** The project's root folder. */
export const root = resolve(import.meta.dirname, '..');

export const inRoot = (...parts: string[]): string => resolve(root, ...parts);
