import { alertTypeOf, type Watchdog } from '@app/shared/watchdogs/model/define.ts';
import { watchdogs } from '@app/shared/watchdogs/registry.ts';
import type { Notice } from './news-mark.ts';

const kinds: ReadonlyMap<string, Watchdog> = new Map(watchdogs.map((one) => [alertTypeOf(one.type), one]));

/** Returns the watchdog of a notification. Notifications name it by its alert type, as alert settings do. */
export const kindOfNotice = ({ notificationType }: Notice): Watchdog | undefined => kinds.get(notificationType);
