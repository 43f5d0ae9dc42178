import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { type AddressDraft, initialForm } from '../form/form-model.ts';
import { address, settings } from '../form/settings-builders.ts';
import type { FormHandle } from '../form/use-settings-form.ts';
import { EmailHead } from './EmailHead.tsx';

const seen = settings({ emailAddresses: [address({ isPrimary: true }), address({ emailAddressId: '2' })] });
const form = initialForm(seen);

function headOf(given: Partial<AddressDraft>): string {
  const [draft] = form.draft.addresses.slice(1).map((one) => ({ ...one, ...given }));
  if (!draft) throw new Error('The form has the address');
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <EmailHead settings={seen} form={form as FormHandle} address={draft} />
    </QueryClientProvider>,
  );
}

const isOff = (markup: string, label: string): boolean =>
  new RegExp(`<button[^>]* disabled=[^>]*>(?:<svg.*?</svg>)?${label}<`).test(markup);

test.each([
  ['a new', { isNew: true }, 'Save the new address first'],
  ['an unverified', { isVerified: false }, 'A test can be sent once it is verified'],
])('the page says why no test can be sent to %s address', (_what, given, reason) => {
  const markup = headOf(given);

  expect(isOff(markup, 'Send test')).toBe(true);
  expect(markup).toContain(`<span class="meta">${reason}</span>`);
});

test('neither a test nor the link is sent to an address that is edited, since the old one would get it', () => {
  const edited = { email: 'ops@example.com' };

  expect(isOff(headOf(edited), 'Send test')).toBe(true);
  expect(isOff(headOf({ ...edited, isVerified: false }), 'Send verification e-mail')).toBe(true);
});

test('a test can be sent to a verified address', () => {
  const markup = headOf({});

  expect(isOff(markup, 'Send test')).toBe(false);
  expect(markup).not.toContain('class="meta"');
});
