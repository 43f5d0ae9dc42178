import type * as z from 'zod/mini';
import { cutAt } from '@app/shared/base/cut-text.ts';
import type { createTicket } from '@app/shared/contract/support.ts';
import type { Actor } from '../../http/actor.ts';
import { html } from '../../lib/mail/html.ts';
import { mailPage } from '../../lib/mail/layout.ts';
import type { Mail } from '../../lib/mail/mailer.ts';
import { oneLine } from '../../lib/mail/one-line.ts';
import { heading, line, listRow, section, written } from '../../lib/mail/parts.ts';

export type Ticket = z.output<typeof createTicket.body>;

const kinds = { issue: 'Issue', new_feature: 'Feature request' } as const;
const why = 'It was written in Watchpost by somebody who is logged in. An answer to this mail goes to them.';

/** Composes the ticket as a mail: the unchanged text first, and below a line the author and the subject. */
export function ticketMail(
  ticket: Ticket,
  actor: Pick<Actor, 'email' | 'tenantId'>,
): Pick<Mail, 'subject' | 'text' | 'html' | 'textEncoding'> {
  const facts = factsOf(ticket, actor);
  const subject = subjectOf(ticket);
  return {
    subject,
    text: `${ticket.body}\n\n-- \n${facts.map(([name, value]) => `${name}: ${value}`).join('\n')}\n\n${why}\n`,
    html: mailPage({
      title: subject,
      preview: cutAt(oneLine(ticket.body), 120),
      rows: [
        heading(subject),
        written(ticket.body),
        line,
        section('Who and what'),
        ...facts.map(([name, text]) =>
          listRow({ mark: html`<span class="t2" style="color:#54555a">${name}</span>`, text, aside: '' }),
        ),
      ],
      footer: html`${why}`,
    }),
    // Base64 keeps mail servers from rewrapping the text.
    textEncoding: 'base64',
  };
}

function factsOf(ticket: Ticket, actor: Pick<Actor, 'email' | 'tenantId'>): readonly (readonly [string, string])[] {
  const isIssue = ticket.category === 'issue';
  const all = [
    ['Category', ticket.category],
    ['Contact', ticket.email],
    ['ASIN', isIssue ? ticket.asin : ''],
    ['Marketplace', isIssue ? ticket.marketplace : ''],
    ['Logged in as', actor.email],
    ['Tenant', actor.tenantId],
  ] as const;
  return all.filter(([, value]) => value !== '');
}

/** Joins the subject to one line, because a line break would begin another header. */
function subjectOf({ category, subject, body }: Ticket): string {
  const firstLine = body.trim().split('\n', 1)[0] ?? '';
  const said = oneLine(category === 'issue' ? subject : '') || cutAt(oneLine(firstLine), 80);
  return `${kinds[category]}: ${said || 'no words'}`;
}
