import { expect, test } from 'vitest';
import { mailtoOf, ticketOf, ticketProblems, type TicketForm } from './ticket.ts';

const complete: TicketForm = {
  email: 'ada@example.com',
  subject: 'A price is wrong',
  body: 'Please look',
  asin: 'B0C7XK4M2P',
  marketplace: 'US',
};

test('a complete ticket has no problem, and ASIN and marketplace may be left out', () => {
  expect(ticketProblems(complete, 'issue')).toEqual({});
  expect(ticketProblems({ ...complete, asin: '', marketplace: '' }, 'issue')).toEqual({});
});

test.each<[Partial<TicketForm>, keyof TicketForm]>([
  [{ email: 'ada@' }, 'email'],
  [{ subject: '  ' }, 'subject'],
  [{ body: '\n' }, 'body'],
  [{ asin: 'B0 C7' }, 'asin'],
])('%o is a problem', (change, field) => {
  expect(Object.keys(ticketProblems({ ...complete, ...change }, 'issue'))).toEqual([field]);
});

test('a feature request has neither subject nor ASIN nor marketplace', () => {
  const form = { ...complete, subject: '', asin: '!!' };

  expect(ticketProblems(form, 'new_feature')).toEqual({});
  expect(ticketOf(form, 'new_feature')).toEqual({
    email: 'ada@example.com',
    body: 'Please look',
    category: 'new_feature',
  });
});

test('the ASIN is sent without other characters at its ends', () => {
  expect(ticketOf({ ...complete, asin: ' b0c7xk4m2p. ' }, 'issue')).toMatchObject({ asin: 'B0C7XK4M2P' });
});

test('the written text is passed to the mail program unchanged', () => {
  expect(mailtoOf('support@example.com', { subject: 'A & B', body: 'one\ntwo + three' })).toBe(
    'mailto:support@example.com?subject=A%20%26%20B&body=one%0Atwo%20%2B%20three',
  );
});
