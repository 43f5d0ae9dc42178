import { cleanAsin, isAsin } from '@app/shared/domain/inputs/asin.ts';
import { isEmail } from '@app/shared/domain/inputs/email-address.ts';
import { ticketLimits, ticketMarketplaces, type TicketCategory } from '@app/shared/contract/support.ts';

export interface TicketForm {
  readonly email: string;
  readonly subject: string;
  readonly body: string;
  readonly asin: string;
  readonly marketplace: (typeof ticketMarketplaces)[number] | '';
}

type TicketProblems = Partial<Record<keyof TicketForm, string>>;

/** The problems of the form, field by field; a feature request has neither subject nor ASIN. */
export function ticketProblems(form: TicketForm, category: TicketCategory): TicketProblems {
  const isIssue = category === 'issue';
  const asin = cleanAsin(form.asin);
  const problems: { [Field in keyof TicketForm]: string | null } = {
    email: isEmail(form.email) ? null : 'Please enter a valid e-mail address',
    subject: isIssue && form.subject.trim() === '' ? 'Please say in a few words what it is about' : null,
    body: form.body.trim() === '' ? 'Please write something' : null,
    asin: isIssue && asin !== '' && !isAsin(asin) ? 'An ASIN has letters and digits only' : null,
    marketplace: null,
  };
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== null));
}

/** The body of the call; a feature request contains only the fields of its form. */
export function ticketOf(form: TicketForm, category: TicketCategory) {
  const { email, body } = form;
  if (category === 'new_feature') return { email, body, category };
  return { ...form, asin: cleanAsin(form.asin), subject: form.subject.slice(0, ticketLimits.subject), category };
}

export const marketplaceOf = (value: string): TicketForm['marketplace'] =>
  ticketMarketplaces.find((code) => code === value) ?? '';

/** The longest `mailto:` address: mail programs cut or refuse longer ones. */
const mailtoLimit = 1500;

/** An address that opens the mail program with the written text. */
export function mailtoOf(address: string, { subject, body }: Pick<TicketForm, 'subject' | 'body'>): string {
  const fields = new URLSearchParams({ subject, body: body.slice(0, mailtoLimit) });
  return `mailto:${address}?${fields.toString().replaceAll('+', '%20')}`;
}
