import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { TicketCategory } from '@app/shared/contract/support.ts';
import { cleanEmail } from '@app/shared/domain/inputs/email-address.ts';
import { useStore } from '../../lib/browser/store.ts';
import { identityQuery } from '../../lib/session/identity.ts';
import { keptTickets } from './kept-tickets.ts';
import { ticketOf, ticketProblems, type TicketForm } from './ticket.ts';

const empty: TicketForm = { email: '', subject: '', body: '', asin: '', marketplace: '' };

/** The state of a ticket. Given texts become a part of its draft with the first change of the person. */
export function useTicket(category: TicketCategory, given: Partial<TicketForm>) {
  const { data: identity } = useQuery(identityQuery);
  const { draft, sending, result } = useStore(keptTickets.of(category));
  const [unwritten, setUnwritten] = useState(given);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => keptTickets.show(category), [category]);
  const form: TicketForm = { ...empty, email: identity?.email ?? '', ...draft, ...unwritten };
  const problems = ticketProblems(form, category);

  const change = (changed: Partial<TicketForm>) => {
    keptTickets.write(category, { ...draft, ...unwritten, ...changed });
    setUnwritten({});
  };
  const field = (name: Exclude<keyof TicketForm, 'marketplace'>) => ({
    name,
    value: form[name],
    error: left.has(name) ? problems[name] : undefined,
    onChange: ({ target: { value } }: { target: { value: string } }) =>
      change({ [name]: name === 'email' ? cleanEmail(value) : value }),
    onBlur: () => setLeft((before) => (form[name] === '' ? before : new Set([...before, name]))),
  });
  const send = () => {
    setLeft(new Set(Object.keys(problems)));
    if (Object.keys(problems).length === 0) void keptTickets.send(category, ticketOf(form, category));
  };
  const startOver = () => {
    keptTickets.startOver(category);
    setLeft(new Set());
  };
  return { form, field, change, send, startOver, result, isBusy: sending !== null };
}
