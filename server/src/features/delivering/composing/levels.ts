import type { Colour } from '@app/shared/base/severity.ts';
import { watchdogOf } from '@app/shared/watchdogs/registry.ts';
import type { Html } from '../../../lib/mail/html.ts';
import { badge, type Tone } from '../../../lib/mail/parts.ts';

/** Labels of section 5. */
export const labels: Readonly<Record<Colour, string>> = { RED: 'Alert', AMBER: 'Warning', GREEN: 'Improvement' };

/** Worst first. */
export const severity: Readonly<Record<Colour, number>> = { RED: 0, AMBER: 1, GREEN: 2 };

export const toneOf: Readonly<Record<Colour, Tone>> = { RED: 'alert', AMBER: 'warning', GREEN: 'improved' };
const signs: Readonly<Record<Colour, string>> = { RED: '!', AMBER: '▲', GREEN: '↑' };

export const levelBadge = (colour: Colour): Html =>
  badge({ tone: toneOf[colour], sign: signs[colour], label: labels[colour] });

/** What became better is not told by the name of what was wrong. */
export function headlineOf({ type, colour }: { readonly type: string; readonly colour: Colour }): string {
  const watchdog = watchdogOf(type);
  return (colour === 'GREEN' ? watchdog?.title : watchdog?.headline) ?? type;
}

/** Within a sentence; FBA stays FBA. */
export const lowerFirst = (text: string): string =>
  /^[A-Z][a-z ]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
