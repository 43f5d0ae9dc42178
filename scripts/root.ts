import { resolve } from 'node:path';

/** The root folder of the project. */
export const root = resolve(import.meta.dirname, '..');

export const inRoot = (...parts: string[]): string => resolve(root, ...parts);
