import { createTicket, ticketCategories, type TicketCategory } from '@app/shared/contract/support.ts';
import { createStore, type Store } from '../../lib/browser/store.ts';
import { call } from '../../lib/http/call.ts';
import { onSessionEnd } from '../../lib/session/session.ts';
import { showToast } from '../../ui/overlays/toast-store.ts';
import type { ticketOf, TicketForm } from './ticket.ts';

type Ticket = ReturnType<typeof ticketOf>;

interface KeptTicket {
  readonly draft: Partial<TicketForm>;
  /** The ticket that is being sent. */
  readonly sending: Ticket | null;
  /** The specification's: null shows the form, true the thanks, false the failure. */
  readonly result: boolean | null;
}

const blank: KeptTicket = { draft: {}, sending: null, result: null };

const kept = Object.fromEntries(ticketCategories.map((category) => [category, createStore(blank)])) as Readonly<
  Record<TicketCategory, Store<KeptTicket>>
>;
onSessionEnd(() => {
  for (const store of Object.values(kept)) store.set(blank);
});

/** The forms on the page. */
const shown = new Set<TicketCategory>();

const put = (category: TicketCategory, changed: Partial<KeptTicket>): void =>
  kept[category].set({ ...kept[category].get(), ...changed });

/**
 * The tickets that people write and send in the help. They are kept while the page lives, so that closing the help loses
 * no text, and a ticket that is being sent is known as sent when the help is opened again.
 */
export const keptTickets = {
  of: (category: TicketCategory): Store<KeptTicket> => kept[category],
  write: (category: TicketCategory, draft: Partial<TicketForm>): void => put(category, { draft }),
  startOver: (category: TicketCategory): void => kept[category].set(blank),
  /** Notes that the form is on the page, until the returned function is called. A result is seen once. */
  show: (category: TicketCategory): (() => void) => {
    shown.add(category);
    return () => {
      shown.delete(category);
      const { draft, result } = kept[category].get();
      if (result !== null) put(category, { result: null, draft: result ? {} : draft });
    };
  },
  send: async (category: TicketCategory, ticket: Ticket): Promise<void> => {
    put(category, { sending: ticket });
    const isSent = await call(createTicket, { body: ticket }).then(
      () => true,
      () => false,
    );
    // After the end of the session this is the form of the next person.
    if (kept[category].get().sending !== ticket) return;
    if (shown.has(category)) put(category, { sending: null, result: isSent });
    else tellOf(category, ticket, isSent);
  },
} as const;

/** Tells of the result of a ticket whose form was closed meanwhile. */
function tellOf(category: TicketCategory, { email }: Ticket, isSent: boolean): void {
  put(category, isSent ? blank : { sending: null });
  if (isSent) showToast(`Your message was sent. Our answer goes to ${email}`);
  else showToast('Your message was not sent. Your text is kept in the help', { level: 'alert' });
}
