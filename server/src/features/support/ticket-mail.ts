import type * as z from 'zod/mini';
import type { createTicket } from '@app/shared/contract/support.ts';
import type { Actor } from '../../http/actor.ts';
import { html } from '../../lib/mail/html.ts';
import type { Mail } from '../../lib/mail/mailer.ts';
import { oneLine } from '../../lib/mail/one-line.ts';

export type Ticket = z.output<typeof createTicket.body>;

const kinds = { issue: 'Issue', new_feature: 'Feature request' } as const;

/** What was written stands first and as it was written; who wrote it and about what follows under a line. */
export function ticketMail(ticket: Ticket, actor: Actor): Pick<Mail, 'subject' | 'text' | 'html' | 'textEncoding'> {
  const facts = factsOf(ticket, actor);
  return {
    subject: subjectOf(ticket),
    text: `${ticket.body}\n\n-- \n${facts.map(([name, value]) => `${name}: ${value}`).join('\n')}\n`,
    html: html`<!doctype html>
      <html lang="en">
        <body style="font-family:sans-serif;font-size:14px;line-height:20px">
          <div style="white-space:pre-wrap">${ticket.body}</div>
          <hr />
          <table>
            ${facts.map(
              ([name, value]) =>
                html`<tr>
                  <td style="padding-right:12px;color:#54555a">${name}</td>
                  <td>${value}</td>
                </tr>`,
            )}
          </table>
        </body>
      </html>`.text,
    // Wrapped by no mail server on the way, whatever stands in it.
    textEncoding: 'base64',
  };
}

function factsOf(ticket: Ticket, actor: Actor): readonly (readonly [string, string])[] {
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

/** One line, whatever was sent: a line break in a subject would begin another header. */
function subjectOf({ category, subject, body }: Ticket): string {
  const firstLine = body.trim().split('\n', 1)[0] ?? '';
  const said = oneLine(category === 'issue' ? subject : '') || oneLine(firstLine).slice(0, 80);
  return `${kinds[category]}: ${said || 'no words'}`;
}
