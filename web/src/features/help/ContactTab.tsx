import { IconMailCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { SyntheticEvent } from 'react';
import { supportAddress, ticketLimits, type TicketCategory } from '@app/shared/contract/support.ts';
import { query } from '../../lib/http/call.ts';
import { Banner } from '../../ui/layout/Banner.tsx';
import { Button } from '../../ui/fields/Button.tsx';
import { EmptyState } from '../../ui/layout/EmptyState.tsx';
import { TextArea } from '../../ui/fields/TextArea.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { AboutProduct } from './AboutProduct.tsx';
import { ChatOffer } from './ChatOffer.tsx';
import { mailtoOf } from './ticket.ts';
import { useTicket } from './use-ticket.ts';

interface Props {
  readonly category: TicketCategory;
  readonly subject: string | undefined;
}

const leads: Readonly<Record<TicketCategory, string>> = {
  issue: 'Something looks wrong, or you have a question: write as you would to a colleague. We answer by e-mail.',
  new_feature: 'What would make your mornings easier? Say what you want to achieve; how is ours to find out.',
};

export function ContactTab({ category, subject }: Props) {
  const ticket = useTicket(category, subject === undefined ? {} : { subject });
  if (ticket.result === true) return <Thanks email={ticket.form.email} onAgain={ticket.startOver} />;
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    ticket.send();
  };
  const isIssue = category === 'issue';
  return (
    <form className="ticket help__scroll" onSubmit={handleSubmit} noValidate>
      <p className="dim">{leads[category]}</p>
      {isIssue && <ChatOffer />}
      {ticket.result === false && <Failure form={ticket.form} />}
      <TextField label="Contact e-mail" type="email" autoComplete="email" {...ticket.field('email')} />
      {isIssue && <TextField label="Subject" maxLength={ticketLimits.subject} {...ticket.field('subject')} />}
      <TextArea
        label={isIssue ? 'What happened, and what did you expect?' : 'Your wish'}
        maxLength={ticketLimits.body}
        {...ticket.field('body')}
      />
      {isIssue && <AboutProduct ticket={ticket} />}
      <div className="ticket__send">
        <Button type="submit" variant="primary" size="lg" busy={ticket.isBusy}>
          {isIssue ? 'Send message' : 'Send wish'}
        </Button>
      </div>
    </form>
  );
}

/** Moves the focus to the result, because the form that had it is removed. */
const takeFocus = (element: HTMLElement | null): void => element?.focus();

function Thanks({ email, onAgain }: { readonly email: string; readonly onAgain: () => void }) {
  return (
    <div className="ticket__thanks" ref={takeFocus} tabIndex={-1}>
      <EmptyState
        icon={<IconMailCheck size={24} aria-hidden="true" />}
        title="Thank You for contacting us!"
        action={<Button onClick={onAgain}>Write another</Button>}
      >
        Our answer goes to {email}.
      </EmptyState>
    </div>
  );
}

/** The error is shown without detail (specification, section 8), and the written text is kept. */
function Failure({ form }: { readonly form: ReturnType<typeof useTicket>['form'] }) {
  const { data } = useQuery(query(supportAddress));
  return (
    <Banner level="alert" title="Something went wrong while processing your message">
      Please e-mail{' '}
      {data?.email ? <a href={mailtoOf(data.email, form)}>{`support: ${data.email}`}</a> : 'support instead'}. What you
      wrote is kept here.
    </Banner>
  );
}
