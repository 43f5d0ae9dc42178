// Written by `npm run gen` from the files of kinds/.
import type { Watchdog } from './define.ts';

export type WatchdogType = never;

export const watchdogsByType: Readonly<Record<WatchdogType, Watchdog>> = {};

export const watchdogs: readonly Watchdog[] = Object.values(watchdogsByType);

export const isWatchdogType = (type: string): type is WatchdogType => Object.hasOwn(watchdogsByType, type);
