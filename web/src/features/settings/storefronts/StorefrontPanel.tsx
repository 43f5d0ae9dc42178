import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../../../ui/fields/Button.tsx';
import { Section } from '../parts/Section.tsx';
import type { PanelProps } from '../form/use-settings-form.ts';
import { AddSellerModal } from './AddSellerModal.tsx';
import { StorefrontRow } from './StorefrontRow.tsx';
import '../parts/settings-table.css';
import './storefronts.css';

/** The seller accounts with their nicknames and the state of their authorisations. */
export function StorefrontPanel({ settings, form }: PanelProps) {
  const { sellerAccounts, isOwner } = settings;
  const [isAdding, setAdding] = useState(false);
  const mayNeed = sellerAccounts.some(({ mayNeedReauthorization }) => mayNeedReauthorization);
  const add = isOwner && (
    <Button size="sm" icon={<IconPlus size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
      Add Seller Account
    </Button>
  );
  return (
    <Section id="storefronts" title="Manage Storefront" note={`${sellerAccounts.length} connected`} actions={add}>
      {sellerAccounts.length === 0 && (
        <p className="dim settings-section__body">Seller accounts appear here once they are connected.</p>
      )}
      {sellerAccounts.length > 0 && (
        <table className="settings-table settings-table--stacks storefronts">
          <thead>
            <tr>
              <th scope="col">Nickname</th>
              <th scope="col">Seller ID and token</th>
              <th scope="col">Region</th>
              {mayNeed && <th scope="col">Authorization</th>}
              {settings.showAdvertisementApiSettings && <th scope="col">Advertising</th>}
              <th scope="col">
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {sellerAccounts.map((account) => (
              <StorefrontRow
                key={account.sellerId}
                settings={settings}
                form={form}
                account={account}
                hasStateColumn={mayNeed}
              />
            ))}
          </tbody>
        </table>
      )}
      {isAdding && <AddSellerModal accounts={sellerAccounts} onClose={() => setAdding(false)} />}
    </Section>
  );
}
