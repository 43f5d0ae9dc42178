import { addDays } from '@app/shared/base/calendar-day.ts';
import { restText } from '@app/shared/world/issues/do-now.ts';
import type { Html } from '../../../../lib/mail/html.ts';
import { html } from '../../../../lib/mail/html.ts';
import { attachmentsOf } from '../../../../lib/mail/inline-pictures.ts';
import { mailPage } from '../../../../lib/mail/layout.ts';
import { button, heading, inlineLink, line, note } from '../../../../lib/mail/parts.ts';
import type { WrittenMail } from '../alert/alert-mail-input.ts';
import { freshLists, improvedList, issueList, statistics, type DigestSection } from './digest-parts.ts';
import { toDoRows, toDoText } from './digest-to-dos.ts';
import type { DigestMailOptions } from './digest-mail-input.ts';
import { clockName, sinceText, weekdayText } from '../local-times.ts';

/** Composes the digest in the order of the dashboard: tasks, waiting issues, issues that came back, improvements. */
export function digestMail(options: DigestMailOptions): WrittenMail {
  const { brief, links } = options;
  const subject = subjectOf(options);
  const lists = [...issueList(options), ...improvedList(options), ...freshLists(options)];
  const page = mailPage({
    title: subject,
    preview: proofOf(options),
    date: weekdayText(options.localDay),
    rows: [
      heading(brief.verdict.headline),
      note(proofOf(options)),
      ...toDoRows(options),
      button({ label: 'Open today’s list', url: `${options.publicUrl}/home` }),
      line,
      statistics(options),
      ...lists.flatMap(({ rows }) => [line, ...rows]),
    ],
    footer: footerOf(options),
  });
  return {
    subject,
    text: textOf(options, lists),
    headers: links.headers('digest'),
    html: page,
    attachments: attachmentsOf(page, options.pictures),
  };
}

/** The subject states the most important news. Products that could not be checked are never called fine. */
function subjectOf(options: DigestMailOptions): string {
  const { brief } = options;
  const stale = staleText(options);
  if (brief.verdict.level === 'stale') return `${brief.verdict.headline.replace(/\.$/, '')}: ${stale}.`;
  return [brief.verdict.headline, fineText(options)].filter(Boolean).join(' ');
}

/** Returns "138 products are fine."; empty if some products could not be checked. */
function fineText({ brief: { counts, staleProducts, startingProducts, verdict } }: DigestMailOptions): string {
  const fine = counts.totalProducts - counts.productsWithIssues;
  if (staleProducts > 0 || startingProducts > 0 || fine <= 0) return '';
  if (verdict.level === 'ok' && counts.productsWithIssues === 0) return `All is well with ${some(fine, 'product')}.`;
  return fine === 1 ? '1 product is fine.' : `${some(fine, 'product')} are fine.`;
}

const some = (count: number, word: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? word : `${word}s`}`;

/** Returns "UK has not answered since 04:10, today"; empty if every marketplace has answered. */
function staleText({ brief: { fresh }, reader, now }: DigestMailOptions): string {
  if (fresh.stale.length === 0) return '';
  const names = new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(fresh.stale);
  const since = fresh.staleSince === null ? '' : ` since ${sinceText(reader.clock, new Date(fresh.staleSince), now)}`;
  return `${names} ${fresh.stale.length === 1 ? 'has' : 'have'} not answered${since}`;
}

/** Returns the line below the headline, which gives its basis. */
function proofOf(options: DigestMailOptions): string {
  const { brief, reader, now } = options;
  const { detail, level } = brief.verdict;
  const checked = brief.fresh.lastCheckedAt;
  const lastChecked = checked === null ? '' : `Last checked ${sinceText(reader.clock, new Date(checked), now)}.`;
  const stale = staleText(options);
  const shown =
    brief.staleProducts === 0
      ? ''
      : `, so ${some(brief.staleProducts, 'product')} ${brief.staleProducts === 1 ? 'is' : 'are'} not in this count`;
  return [
    detail === '' ? '' : level === 'ok' ? `${detail}.` : detail,
    stale === '' ? '' : `${stale}${shown}.`,
    lastChecked,
    brief.toDo.top.length > 0 ? restText(brief.toDo) : '',
  ]
    .filter((sentence) => sentence !== '' && sentence !== 'That is all.')
    .join(' ');
}

function nextText({ reader, localDay, now }: DigestMailOptions): string {
  const hour = `${String(reader.hour).padStart(2, '0')}:00`;
  return `Your 60-second brief, every day at ${hour} ${clockName(reader.clock, now)}, for ${reader.email}. The next one comes on ${weekdayText(addDays(localDay, 1))}; if it does not, something is wrong on our side.`;
}

const footerOf = (options: DigestMailOptions): Html =>
  html`${nextText(options)}<br />${inlineLink({ label: 'Change the hour', url: `${options.publicUrl}/settings` })} ·
    ${inlineLink({ label: 'Unsubscribe', url: options.links.unsubscribe('digest') })}`;

function textOf(options: DigestMailOptions, lists: readonly DigestSection[]): string {
  const { brief, publicUrl, links, solved } = options;
  const { uncheckedAlerts, uncheckedWarnings, productsWithIssues, totalProducts } = brief.counts;
  return `${[
    [brief.verdict.headline, proofOf(options)].join('\n'),
    ...toDoTexts(options),
    `Open today's list: ${publicUrl}/home`,
    `${some(uncheckedAlerts, 'unchecked alert')}, ${some(uncheckedWarnings, 'unchecked warning')}, ${productsWithIssues.toLocaleString('en-US')} of ${some(totalProducts, 'product')} with issues, ${solved.toLocaleString('en-US')} solved since the last brief`,
    ...lists.map(({ title, lines }) => [title, ...lines].join('\n')),
    [nextText(options), `Change the hour: ${publicUrl}/settings`, `Unsubscribe: ${links.unsubscribe('digest')}`].join(
      '\n',
    ),
  ].join('\n\n')}\n`;
}

const toDoTexts = (options: DigestMailOptions): readonly string[] =>
  options.brief.toDo.top.map((toDo, index) => toDoText(toDo, { ...options, rank: index + 1 }));
