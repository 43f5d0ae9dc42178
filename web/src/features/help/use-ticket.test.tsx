import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { csrf } from '@app/shared/contract/auth.ts';
import { createTicket } from '@app/shared/contract/support.ts';
import { forgetCsrf } from '../../lib/http/csrf.ts';
import { currentToasts, dismissToast } from '../../ui/overlays/toast-store.ts';
import { keptTickets } from './kept-tickets.ts';
import { useTicket } from './use-ticket.ts';

const written = { email: 'ada@example.com', subject: 'A price is wrong', body: 'Please look' };
let answer: (status: number) => void;
let sent: number;

beforeEach(() => {
  sent = 0;
  forgetCsrf();
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('fetch', async (url: string) => {
    if (url === csrf.path) return Response.json({ headerName: 'x-csrf-token', token: 't' });
    if (url !== createTicket.path) throw new TypeError(`Nothing answers ${url}`);
    sent += 1;
    const { promise, resolve } = Promise.withResolvers<number>();
    answer = resolve;
    const status = await promise;
    return status === 204 ? new Response(null, { status }) : Response.json({ code: 'outside' }, { status });
  });
});
afterEach(() => {
  keptTickets.startOver('issue');
  for (const { id } of currentToasts()) dismissToast(id);
  forgetCsrf();
  vi.unstubAllGlobals();
});

type Shown = ReturnType<typeof useTicket>;

/** The form as it is when the help is opened. */
function open(): Shown {
  const forms: Shown[] = [];
  const Form = () => {
    forms.push(useTicket('issue', {}));
    return null;
  };
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <Form />
    </QueryClientProvider>,
  );
  return forms[0] as Shown;
}

async function sendAndClose(): Promise<void> {
  open().change(written);
  open().send();
  await vi.waitFor(() => expect(sent).toBe(1));
}

const toasts = () => currentToasts().map(({ text, level }) => `${level}: ${text}`);

test('a ticket whose help is closed while it is being sent is under way when the help is opened again, and is not kept as a draft', async () => {
  await sendAndClose();
  expect([open().isBusy, open().form.body]).toEqual([true, 'Please look']);

  answer(204);
  await vi.waitFor(() => expect(open().isBusy).toBe(false));
  expect([open().form.body, open().result]).toEqual(['', null]);
  expect(toasts()).toEqual(['ok: Your message was sent. Our answer goes to ada@example.com']);
});

test('a ticket that could not be sent while the help was closed is told of, and kept', async () => {
  await sendAndClose();
  answer(502);
  await vi.waitFor(() => expect(open().isBusy).toBe(false));

  expect(open().form).toMatchObject(written);
  expect(toasts()).toEqual(['alert: Your message was not sent. Your text is kept in the help']);
});

test('the help that was opened again before a ticket was sent shows the thanks, and an empty form when it is opened later', async () => {
  await sendAndClose();
  const close = keptTickets.show('issue');
  answer(204);
  await vi.waitFor(() => expect(open().result).toBe(true));
  expect([open().form.email, toasts()]).toEqual(['ada@example.com', []]);

  close();
  expect([open().result, open().form.body]).toEqual([null, '']);
});

test('spaces and tabs are stripped from the contact e-mail', () => {
  open()
    .field('email')
    .onChange({ target: { value: ' ada @example.com\t' } });

  expect(open().form.email).toBe('ada@example.com');
});
