import type { Watchdog } from '@app/shared/watchdogs/model/define.ts';
import type { Colour } from '@app/shared/base/severity.ts';
import { watchdogs } from '@app/shared/watchdogs/registry.ts';
import type { FaqEntry } from './entry.ts';

const words: Readonly<Record<Colour, string>> = { RED: 'alerts', AMBER: 'warnings', GREEN: 'improvements' };

/** One entry for each watchdog, from its own texts. */
export const watchdogEntries: readonly FaqEntry[] = watchdogs.map((watchdog) => ({
  id: watchdog.type,
  group: 'Watchdogs',
  question: watchdog.title,
  answer: [watchdog.about, `${rhythmOf(watchdog)} ${mailsOf(watchdog)}${settingsOf(watchdog)}`],
  steps: watchdog.nextSteps.map((step) => `${step}.`),
}));

function rhythmOf({ everyMinutes }: Watchdog): string {
  const often =
    everyMinutes < 90 ? `${everyMinutes} minutes` : everyMinutes < 1440 ? `${everyMinutes / 60} hours` : 'day';
  return `Looks every ${often}; the card says how often for your account.`;
}

function mailsOf({ colours, mailByDefault = colours }: Watchdog): string {
  if (mailByDefault.length === 0) return 'Sends no mails unless you ask for them.';
  return `Mails ${listOf(mailByDefault.map((colour) => words[colour]))} by default.`;
}

function settingsOf({ panel, spreadsheet }: Watchdog): string {
  const labels = Object.values(panel).map(({ label }) => label);
  if (spreadsheet) labels.push('thresholds by spreadsheet');
  return labels.length === 0 ? '' : ` Under Configure: ${labels.join(', ').toLowerCase()}.`;
}

function listOf(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
