import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { createTicket, type TicketCategory } from '@app/shared/contract/support.ts';
import { call } from '../../lib/http/call.ts';
import { identityQuery } from '../../lib/session/identity.ts';
import { onSessionEnd } from '../../lib/session/session.ts';
import { ticketOf, ticketProblems, type TicketForm } from './ticket.ts';

/** Drafts are kept while the page lives, so that closing the help loses no text. */
const drafts = new Map<TicketCategory, Partial<TicketForm>>();
onSessionEnd(() => drafts.clear());

const empty: TicketForm = { email: '', subject: '', body: '', asin: '', marketplace: '' };

/** The state of a ticket. `result` is the specification's: null shows the form, true the thanks, false the failure. */
export function useTicket(category: TicketCategory, given: Partial<TicketForm>) {
  const { data: identity } = useQuery(identityQuery);
  const [changes, setChanges] = useState<Partial<TicketForm>>(() => ({ ...drafts.get(category), ...given }));
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [result, setResult] = useState<boolean | null>(null);
  const [isBusy, setBusy] = useState(false);
  const form: TicketForm = { ...empty, email: identity?.email ?? '', ...changes };
  const problems = ticketProblems(form, category);

  const change = (changed: Partial<TicketForm>) => {
    const next = { ...changes, ...changed };
    drafts.set(category, next);
    setChanges(next);
  };
  const field = (name: Exclude<keyof TicketForm, 'marketplace'>) => ({
    name,
    value: form[name],
    error: left.has(name) ? problems[name] : undefined,
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
    onBlur: () => setLeft((before) => (form[name] === '' ? before : new Set([...before, name]))),
  });
  const send = async () => {
    setLeft(new Set(Object.keys(problems)));
    if (Object.keys(problems).length > 0) return;
    setBusy(true);
    const isSent = await call(createTicket, { body: ticketOf(form, category) }).then(
      () => true,
      () => false,
    );
    setBusy(false);
    setResult(isSent);
    if (isSent) drafts.delete(category);
  };
  const startOver = () => {
    setChanges({});
    setLeft(new Set());
    setResult(null);
  };
  return { form, field, change, send, startOver, result, isBusy };
}
