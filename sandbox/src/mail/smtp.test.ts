import { createTransport } from 'nodemailer';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createManualClock } from '../world/clock.ts';
import { createInbox } from './inbox.ts';
import { createMailFaults } from './mail-faults.ts';
import { createSmtpCatcher, type SmtpCatcher } from './smtp.ts';

let inbox: ReturnType<typeof createInbox>;
let faults: ReturnType<typeof createMailFaults>;
let smtp: SmtpCatcher;
let port: number;

beforeEach(async () => {
  let ids = 0;
  inbox = createInbox();
  faults = createMailFaults();
  const clock = createManualClock(new Date('2026-11-20T10:00:00Z'));
  smtp = createSmtpCatcher({ inbox, faults, clock, newId: () => String((ids += 1)) });
  port = await smtp.listen(0, '127.0.0.1');
});

afterEach(() => smtp.close());

const send = (subject: string) =>
  createTransport({ host: '127.0.0.1', port }).sendMail({
    from: '"Watchpost" <alerts@watchpost.example>',
    to: 'Ann <ann@shop.example>',
    bcc: 'ben@shop.example',
    subject,
    text: 'Ein Päckchen',
    html: '<b>Ein Päckchen</b>',
    headers: { 'List-Unsubscribe': '<https://watchpost.example/off>' },
  });

test('a mail is stored with plain addresses, both bodies and its headers', async () => {
  const sent = await send('Größe geändert ✓');

  expect(inbox.newestFirst()).toEqual([
    {
      id: '1',
      to: 'ann@shop.example, ben@shop.example',
      from: 'alerts@watchpost.example',
      subject: 'Größe geändert ✓',
      text: expect.stringContaining('Ein Päckchen'),
      html: expect.stringContaining('<b>Ein Päckchen</b>'),
      date: '2026-11-20T10:00:00.000Z',
      headers: expect.objectContaining({
        messageId: sent.messageId,
        'list-unsubscribe': '<https://watchpost.example/off>',
      }),
      files: [],
    },
  ]);
});

test('an attached file is stored with its name and its bytes', async () => {
  await createTransport({ host: '127.0.0.1', port }).sendMail({
    from: 'alerts@watchpost.example',
    to: 'ann@shop.example',
    subject: 'A file',
    text: 'Here it is',
    attachments: [{ filename: 'sales.xlsx', contentType: 'application/zip', content: Buffer.from([0, 255, 13, 10]) }],
  });

  expect(inbox.newestFirst()[0]?.files).toEqual([
    { name: 'sales.xlsx', type: 'application/zip', bytes: Buffer.from([0, 255, 13, 10]) },
  ]);
});

test('an inline picture is embedded at its place in the HTML', async () => {
  await createTransport({ host: '127.0.0.1', port }).sendMail({
    from: 'alerts@watchpost.example',
    to: 'ann@shop.example',
    subject: 'A picture',
    html: '<img src="cid:a@pictures" alt="">',
    attachments: [{ cid: 'a@pictures', contentType: 'image/gif', content: Buffer.from('GIF89a') }],
  });

  expect(inbox.newestFirst()[0]?.html).toContain('<img src="data:image/gif;base64,R0lGODlh" alt="">');
});

test('the newest mail comes first', async () => {
  await send('one');
  await send('two');

  expect(inbox.newestFirst().map((mail) => mail.subject)).toEqual(['two', 'one']);
});

test('the fault smtpDown refuses the given number of connections temporarily', async () => {
  faults.set({ fault: 'smtpDown', count: 1 });

  await expect(send('lost')).rejects.toMatchObject({ responseCode: 421 });
  await send('kept');
  expect(inbox.newestFirst().map((mail) => mail.subject)).toEqual(['kept']);
});

test('the fault smtpReject refuses the given number of recipients permanently', async () => {
  faults.set({ fault: 'smtpReject', count: 2 });

  await expect(send('lost')).rejects.toMatchObject({ responseCode: 550 });
  expect(inbox.newestFirst()).toEqual([]);
});

test('a single recipient can be refused permanently or temporarily', async () => {
  faults.set({ fault: 'smtpReject', count: 1, address: 'Ann@shop.example' });
  faults.set({ fault: 'smtpBusy', count: 1, address: 'ben@shop.example' });

  await expect(send('lost')).rejects.toMatchObject({ responseCode: 452 });
  await send('kept');
  expect(inbox.newestFirst().map((mail) => mail.subject)).toEqual(['kept']);
});
