import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { type AddressDraft, initialForm } from '../form/form-model.ts';
import { address, settings } from '../form/settings-builders.ts';
import { StoppedBanner } from './StoppedBanner.tsx';

const stopped = { emailAddressId: '2', email: 'opps@example.com', stoppedReason: 'No such mailbox' };
const form = initialForm(settings({ emailAddresses: [address({ isPrimary: true }), address(stopped)] }));

function bannerOf(given: Partial<AddressDraft>): string {
  const draft = form.draft.addresses.map((one) => ({ ...one, ...given })).at(-1);
  if (!draft) throw new Error('The form has the address');
  const { original } = form;
  return renderToStaticMarkup(<StoppedBanner form={{ original, reload: async () => undefined }} address={draft} />);
}

test('the link to a stopped address is not sent while the address is being corrected, since the old one would get it', () => {
  expect(bannerOf({})).toMatch(/<button(?![^>]* disabled)[^>]*>Send again/);
  expect(bannerOf({ email: 'ops@example.com' })).toMatch(/<button[^>]* disabled[^>]*>Send again/);
});
