import { expect, test } from 'vitest';
import { invoicePdfUrl, invoiceUrl } from '../../../testing/mails/sample-billing-mails.ts';
import { sampleMails } from '../../../testing/mails/sample-mails.ts';
import { pictures, publicUrl } from '../../../testing/mails/sample-words.ts';
import { attachmentsOf } from './inline-pictures.ts';

const mails = [...sampleMails()];
/** Whether the link leads to an invoice, which the payment provider shows. */
const isOfInvoice = (link: string): boolean => [invoiceUrl, invoicePdfUrl].includes(link);

test.each(mails)('the mail %s is at most 600 px wide, in tables with styles of their own', (_name, { html }) => {
  const widths = [...html.matchAll(/\bwidth="(\d+)"|\bwidth:(\d+)px/g)].map(([, attribute, style]) =>
    Number(attribute ?? style),
  );

  expect(widths).toContain(600);
  expect(Math.max(...widths)).toBeLessThanOrEqual(600);
  // Mail programs drop styles that are not inline. The block contains only the differences for dark mode and phones.
  expect(html.match(/<style>/g)).toHaveLength(1);
  expect(html).toContain('prefers-color-scheme: dark');
  expect(html).not.toMatch(/<(script|svg|link|iframe|form)\b|<div[^>]*display:\s*(flex|grid)/);
  expect(html.match(/<table(?![^>]*role="presentation")/g)).toBeNull();
});

test.each(mails)(
  'every link of the mail %s leads to this installation, and every picture has a size',
  (name, { html, text }) => {
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, link]) => link ?? '');

    // A ticket mail has no link: support replies to it.
    expect(links.length > 0).toBe(!name.startsWith('ticket'));
    for (const link of [...links, ...(text.match(/https?:\/\/\S+/g) ?? [])].filter((one) => !isOfInvoice(one)))
      expect(link.startsWith(`${publicUrl}/`)).toBe(true);
    expect(links.some(isOfInvoice)).toBe(['billing-paid', 'billing-paymentConfirmation'].includes(name));
    for (const [picture] of html.matchAll(/<img\b[^>]*>/g))
      expect(picture).toMatch(/width="\d+"[\s\S]*height="\d+"[\s\S]*alt="/);
  },
);

test.each(mails)('reading the mail %s fetches nothing, because its pictures are attached', (_name, { html }) => {
  const sources = [...html.matchAll(/\b(?:src|background|poster)=["']?([^"'\s>]*)/g)].map(([, source]) => source ?? '');
  const attached = attachmentsOf(html, pictures).map(({ cid }) => `cid:${cid}`);

  expect(sources.toSorted()).toEqual(sources.filter((source) => attached.includes(source)).toSorted());
  expect(attached.filter((cid) => !sources.includes(cid))).toEqual([]);
  expect(html).not.toMatch(/src="http|url\(|@import|pictures\.example/);
});

test.each(mails)('the mail %s has a plain text with the same action links', (_name, { html, text, subject }) => {
  const acting = [...html.matchAll(/href="([^"]*(?:mail-action|verifyemail)[^"]*)"/g)].map(([, link]) => link ?? '');

  for (const link of acting.filter((one) => !text.includes(one))) expect(link).toMatch(/#k1\.WyJmZXdlc/);
  expect(text.length).toBeGreaterThan(80);
  expect(`${subject}${text}${html}`).not.toMatch(/undefined|\[object|NaN|null,/);
  expect(subject).not.toMatch(/[\r\n]/);
});

const hostile = {
  product: `<img src=x onerror=alert(1)>"'&\r\nBcc: eve@example.com\u202e😀`,
  said: `<script>alert(2)</script> </td></table> {{7*7}} "><b>\u2028`,
};

test.each([...sampleMails(hostile)])(
  'untrusted text in the mail %s stays text and becomes neither markup nor a header',
  (_name, mail) => {
    const { subject, html, text } = mail;

    expect(html).not.toMatch(/<img src=x|<script|<b>(?!\s*<)/);
    expect(html.match(/<\/table>/g)).toHaveLength(html.match(/<table\b/g)?.length ?? 0);
    expect(subject).not.toMatch(/[\r\n\u2028]/);
    expect(text.isWellFormed()).toBe(true);
  },
);

test.each(mails)('the mail %s is small enough that no inbox truncates it', (_name, { html }) => {
  expect(Buffer.byteLength(html)).toBeLessThan(102_000);
});
