import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { watchdogsByType } from '@app/shared/watchdogs/registry.ts';
import { buildItem, buildProduct } from '../../../../testing/world-build.ts';
import { identityQuery, type Identity } from '../../../lib/session/identity.ts';
import { WhitelistSeller } from './WhitelistSeller.tsx';

const owner: Identity = {
  email: 'owner@brightkeel.example',
  emailAddressId: '1',
  emailVerified: true,
  verificationEmailSent: false,
  anySellerAccountSetupCompleted: true,
  paymentStatus: 0,
  secondsSinceFirstSellerAccountCreated: null,
  intercomAppId: null,
  userHash: null,
  chat: null,
  isOwner: true,
  maySetWatchdogs: true,
  firstName: 'Grace',
  lastName: 'Hopper',
  nextDigestAt: null,
  lacksTwoFactor: false,
  deletedAt: null,
};
const evidence = [{ label: 'Seller A2L77EE7U53NWQ', value: '$17.00' }];
const item = buildItem({
  statusDetails: { message: 'The buy box went to another seller', from: null, to: null, evidence },
});

function shownTo(viewer: Identity): string {
  const client = new QueryClient();
  client.setQueryData(identityQuery.queryKey, viewer);
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <WhitelistSeller watchdog={watchdogsByType.lostBuybox} item={item} product={buildProduct()} />
    </QueryClientProvider>,
  );
}

test('only users who may change the settings of a kind are offered to whitelist a seller', () => {
  expect(shownTo(owner)).toContain('Whitelist this seller');
  expect(shownTo({ ...owner, maySetWatchdogs: false })).toBe('');
});
