import { shorten } from '@app/shared/base/cut-text.ts';
import { RiskSum } from '@app/shared/domain/risk/risk-sum.ts';
import { atRiskText } from '@app/shared/world/day-headline.ts';
import { firstLook, incidentOf, incidentText } from '@app/shared/world/incident-text.ts';
import { urgencyOf, worstRisk } from '@app/shared/world/issues/issue-risk.ts';
import { countsText, headlineOf, lowerFirst } from '@app/shared/world/news-text.ts';
import { html, type Html } from '../../../../../lib/mail/html.ts';
import { attachmentsOf } from '../../../../../lib/mail/inline-pictures.ts';
import { mailPage } from '../../../../../lib/mail/layout.ts';
import { oneLine } from '../../../../../lib/mail/one-line.ts';
import { heading, inlineLink, line, note } from '../../../../../lib/mail/parts.ts';
import { labelOfColour, rankOfColour } from '@app/shared/base/severity.ts';
import { clockName, dayText, sinceText } from '../../local-times.ts';
import { memberBlocks, memberRows } from './alert-members.ts';
import { atRisk, newsBlock, newsRows } from '../alert-news.ts';
import type { AlertMailOptions, AlertNews, Reader, WrittenMail } from '../alert-mail-input.ts';
import { floodFrom } from './mail-times.ts';

/** At most this many alerts are shown in full, worst first; of the others a mail gives product and headline. */
const mostInFull = 10;
const mostInFullOfFlood = 3;
/** Limit of the plain-text version, which inboxes do not cut. */
const mostInFullInText = 200;

/** Composes one mail for all waiting alerts, because each mail is an interruption. */
export function alertMail(options: AlertMailOptions): WrittenMail {
  const { reader, links } = options;
  const all = inOrder(options.news).map(clipTexts);
  const told = { ...options, news: all.filter(({ isOver }) => !isOver), over: all.filter(({ isOver }) => isOver) };
  const subject = told.news.length === 0 ? solvedSubject(told.over, reader) : subjectOf(told.news, reader);
  const page = htmlOf(told, subject);
  const attachments = attachmentsOf(page, options.pictures);
  return { subject, text: textOf(told), html: page, headers: links.headers('alerts'), attachments };
}

/** The open problems and improvements, and apart from them the problems that are over. */
interface SortedNews extends AlertMailOptions {
  readonly over: readonly AlertNews[];
}

/** Returns the pictures that a mail about these alerts shows. */
export const picturedIn = (news: readonly AlertNews[]): readonly string[] =>
  splitByRoom(inOrder(news)).full.flatMap(({ imageUrl }) => imageUrl ?? []);

/**
 * Returns the alerts whose money at risk a mail needs: those that the plain-text version shows in full, or all alerts
 * of a first look, which is sorted by their money.
 */
export const toldInFull = <News extends RankedNews>(news: readonly News[]): readonly News[] =>
  isFirstLook(news) ? news : news.toSorted(bySeverity).slice(0, mostInFullInText);

type RankedNews = Pick<AlertNews, 'colour' | 'at' | 'productId' | 'sellerAccountName' | 'incident'>;

const isFirstLook = (news: readonly RankedNews[]): boolean => incidentOf(news)?.cause === firstLook;

/**
 * Sorts the alerts of a first look by money at risk, because none of them is new, and other alerts by severity and
 * time.
 */
const inOrder = (news: readonly AlertNews[]): readonly AlertNews[] =>
  isFirstLook(news)
    ? news.toSorted((a, b) => weightOfNews(b) - weightOfNews(a) || bySeverity(a, b))
    : news.toSorted(bySeverity);

const weightOfNews = ({ risk }: AlertNews): number => (risk === null ? 0 : urgencyOf(risk));

const bySeverity = (a: Pick<AlertNews, 'colour' | 'at'>, b: Pick<AlertNews, 'colour' | 'at'>): number =>
  rankOfColour(a.colour) - rankOfColour(b.colour) || b.at.getTime() - a.at.getTime();

/** Maximum lengths, because reviews and descriptions can be pages long; the mail only has to show whether to look. */
const longest = { name: 200, keyword: 60, fromOrTo: 160, message: 500, evidence: 300, inSubject: 60 };

const clipTexts = (news: AlertNews): AlertNews => ({
  ...news,
  productName: shorten(news.productName, longest.name),
  ...(news.keyword && { keyword: shorten(news.keyword, longest.keyword) }),
  from: news.from && shorten(news.from, longest.fromOrTo),
  to: news.to && shorten(news.to, longest.fromOrTo),
  message: news.message && shorten(news.message, longest.message),
  evidence: news.evidence
    .filter(({ value }) => !isPictureAddress(value))
    .map(({ label, value }) => ({ label, value: shorten(value, longest.evidence) })),
});

/** The address of a picture says nothing to a reader; the page shows the picture itself. */
const isPictureAddress = (value: string): boolean => /^https?:\/\/\S+\.(?:avif|gif|jpe?g|png|svg|webp)$/i.test(value);

const countOf = (news: readonly AlertNews[]): string => countsText(news.map(({ colour }) => colour));

/**
 * Returns the subject. DETAILED names the alerts: "Alert: buy box lost, Cast-iron skillet 26 cm, US". SIMPLE contains
 * counts and the product: "2 alerts, 1 improvement: Cast-iron skillet 26 cm, US, and 1 more product".
 */
function subjectOf(news: readonly AlertNews[], { alertSubject }: Reader): string {
  const [first] = news;
  if (!first) return countOf(news);
  const incident = incidentOf(news);
  if (incident?.cause === firstLook) return oneLine(`What we found: ${countOf(news)}, ${first.sellerAccountName}`);
  const name = `${shorten(first.productName, longest.inSubject)}, ${first.marketplace}`;
  // A simple subject tells nobody beside the reader what happened, also if it happened to many products.
  if (alertSubject === 'SIMPLE') return oneLine(`${countOf(news)}: ${name}${otherProductsText(news)}`);
  const count = new Set(news.map(({ productId }) => productId)).size;
  if (incident !== null && count > 1) return incidentSubject(first, count);
  const what = first.colour === 'GREEN' ? (first.message ?? headlineOf(first)) : headlineOf(first);
  const told = lowerFirst(shorten(what, longest.inSubject));
  const one = oneLine(`${labelOfColour(first.colour)}: ${told}, ${name}`);
  return news.length === 1 ? one : `${one}, and ${news.length - 1} more`;
}

/** Returns a text such as "Alert: buy box lost, 23 products". */
const incidentSubject = (first: AlertNews, count: number): string =>
  oneLine(
    `${labelOfColour(first.colour)}: ${lowerFirst(headlineOf(first))}, ${count.toLocaleString('en-US')} products`,
  );

/** The subject of a mail whose alerts are all over: "Solved meanwhile: main image missing, Kettle, US". */
function solvedSubject(over: readonly AlertNews[], { alertSubject }: Reader): string {
  const [first] = over;
  if (!first) return solvedTitle;
  const what = alertSubject === 'SIMPLE' ? countOf(over) : lowerFirst(headlineOf(first));
  const name = `${shorten(first.productName, longest.inSubject)}, ${first.marketplace}`;
  return oneLine(`${solvedTitle}: ${what}, ${name}${otherProductsText(over)}`);
}

const solvedTitle = 'Solved meanwhile';

/** Returns "23 alerts, 8 solved meanwhile". */
const headingOf = ({ news, over }: SortedNews): string =>
  [countOf(news), over.length === 0 ? '' : `${over.length.toLocaleString('en-US')} ${lowerFirst(solvedTitle)}`]
    .filter(Boolean)
    .join(', ');

/** Returns ", and 2 more products", or an empty text for alerts about one product. */
function otherProductsText(news: readonly AlertNews[]): string {
  const others = new Set(news.map(({ productId }) => productId)).size - 1;
  return others === 0 ? '' : `, and ${others} more ${others === 1 ? 'product' : 'products'}`;
}

function splitByRoom<News>(news: readonly News[]) {
  const most = news.length > floodFrom ? mostInFullOfFlood : mostInFull;
  return { full: news.slice(0, most), rest: news.slice(most) };
}

/** Returns a text such as "Since 04:10. About $1,860 a day is at risk.", with the time of the oldest alert. */
function sinceWhen({ news, reader }: SortedNews): string {
  const times = news.map(({ at }) => at.getTime());
  const since = new Date(Math.min(...times));
  const incident = incidentText(news);
  const when = `Since ${sinceText(reader.clock, since, new Date(Math.max(...times)))}. ${sumText(news)}`.trim();
  return incident === null ? when : `${incident}. ${when}`;
}

/** Adds up the largest risk of each product, as the dashboard does, because one cause often has several alerts. */
function sumText(news: readonly AlertNews[]): string {
  if (news.length > mostInFullInText && !isFirstLook(news)) return '';
  const bad = news.filter(({ colour }) => colour !== 'GREEN');
  const byProduct = [...Map.groupBy(bad, ({ productId }) => productId).values()];
  return atRiskText(RiskSum.of(byProduct.map((all) => worstRisk(all.map(({ risk }) => risk))?.money ?? null)));
}

function htmlOf(options: SortedNews, subject: string): string {
  const { news, over, reader, publicUrl } = options;
  const { full, rest } = splitByRoom(news);
  const isOne = news.length === 1;
  const intro = isOne
    ? []
    : [heading(headingOf(options)), ...(news.length > 0 ? [note(sinceWhen(options)), line] : [])];
  return mailPage({
    title: subject,
    preview: reader.alertSubject === 'SIMPLE' ? 'What happened is in the mail.' : previewOf(news),
    date: dayText(reader.clock, firstAt(news, over)),
    rows: [
      ...intro,
      ...full.flatMap((one, index) => [...(index > 0 ? [line] : []), newsRows(one, { ...options, isOne })]),
      ...(rest.length > 0
        ? [line, memberRows(rest, { publicUrl, title: 'And', aside: `${rest.length.toLocaleString('en-US')} more` })]
        : []),
      ...(over.length > 0 ? [line, memberRows(over, { publicUrl, title: solvedTitle, aside: `${over.length}` })] : []),
    ],
    footer: footerOf(options),
  });
}

/** The time of the alert that the mail shows first. */
const firstAt = (news: readonly AlertNews[], over: readonly AlertNews[]): Date =>
  (news[0] ?? over[0])?.at ?? new Date(0);

const previewOf = (news: readonly AlertNews[]): string =>
  news
    .slice(0, 3)
    .map((one) => [one.message ?? headlineOf(one), atRisk(one) && `${atRisk(one)} at risk`].filter(Boolean).join(', '))
    .join(' · ');

/** The footer says why the mail was sent and how to get fewer mails or none. */
function footerOf({ news, over, reader, links, publicUrl }: SortedNews): Html {
  const all = [...news, ...over];
  const [first] = all;
  const isOfOneKind = all.every(({ type, colour }) => type === first?.type && colour === first.colour);
  const fewer = first && isOfOneKind ? links.fewer(first) : `${publicUrl}/settings`;
  return html`${whyText(reader, firstAt(news, over))}<br />${inlineLink({ label: 'Fewer like this', url: fewer })} ·
    ${inlineLink({ label: 'E-mail settings', url: `${publicUrl}/settings` })} ·
    ${inlineLink({ label: 'Unsubscribe', url: links.unsubscribe('alerts') })}`;
}

const whyText = ({ email, isCollected, clock }: Reader, at: Date): string =>
  `You get this because ${isCollected ? 'collected' : 'instant'} alerts are on for ${email}. Times are ${clockName(clock, at)}.`;

function textOf(options: SortedNews): string {
  const { news, over, reader, links, publicUrl } = options;
  const full = news.slice(0, mostInFullInText);
  const rest = news.slice(mostInFullInText);
  const since = news.length === 0 ? '' : ` ${sinceWhen(options)}`;
  const intro = news.length === 1 ? [] : [`${headingOf(options)}.${since}`];
  const blocks = full.map((one) => newsBlock(one, { ...options, isOne: news.length === 1 }));
  const footer = `${whyText(reader, firstAt(news, over))}\nE-mail settings: ${publicUrl}/settings\nUnsubscribe: ${links.unsubscribe('alerts')}`;
  const solved = over.length === 0 ? [] : [`${solvedTitle}:`, ...memberBlocks(over, publicUrl)];
  return `${[...intro, ...blocks, ...memberBlocks(rest, publicUrl), ...solved, footer].join('\n\n')}\n`;
}
