import { IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../../../ui/fields/Button.tsx';
import { IconButton } from '../../../ui/fields/IconButton.tsx';
import { passFocusOn } from '../../../ui/hooks/pass-focus-on.ts';
import { Menu, MenuItem, MenuLine } from '../../../ui/overlays/Menu.tsx';
import { Pill } from '../../../ui/signs/Pill.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import type { AddressDraft } from '../form/form-model.ts';
import { Section } from '../parts/Section.tsx';
import { accountName, regionNames } from '../storefronts/account-words.ts';
import type { PanelProps } from '../form/use-settings-form.ts';
import './teams.css';

/** Section 2: "select a storefront, select users or All, delete storefront user, save". */
export function TeamsPanel({ settings, form }: PanelProps) {
  const [chosen, choose] = useState('');
  const account = settings.sellerAccounts.find(({ sellerId }) => sellerId === chosen) ?? settings.sellerAccounts[0];
  if (!account) return null;
  const { sellerId } = account;
  const { addresses } = form.draft;
  const owner = addresses.find(({ isPrimary }) => isPrimary);
  const team = teamOf(addresses, sellerId);
  const setAccess = (users: readonly AddressDraft[], on: boolean) =>
    form.dispatch({
      type: 'accessChanged',
      ids: users.map(({ emailAddressId }) => emailAddressId),
      sellerIds: [sellerId],
      on,
    });
  return (
    <Section id="teams" title="Manage Storefront Teams" note="Who sees which storefront">
      <div className="teams">
        <div className="teams__choice">
          <Select
            label="Storefront"
            size="md"
            value={sellerId}
            options={settings.sellerAccounts.map((one) => ({
              value: one.sellerId,
              label: `${accountName(one)}, ${regionNames[one.region]}`,
            }))}
            onChange={({ target }) => choose(target.value)}
          />
          <AddMenu team={team} onAdd={(users) => setAccess(users, true)} />
        </div>
        <ul className="teams__members" aria-label={`Team of ${accountName(account)}`}>
          {owner && (
            <li>
              <Person user={owner} />
              <Pill>Owner</Pill>
            </li>
          )}
          {team.members.map((user) => (
            <li key={user.emailAddressId} ref={passFocusOn}>
              <Person user={user} />
              <IconButton
                label={`Remove ${userName(user)} from ${accountName(account)}`}
                size="sm"
                onClick={() => setAccess([user], false)}
              >
                <IconX size={16} aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
        {team.members.length === 0 && <p className="meta">Nobody but the owner sees this storefront.</p>}
      </div>
    </Section>
  );
}

interface AddProps {
  readonly team: Team;
  readonly onAdd: (users: readonly AddressDraft[]) => void;
}

function AddMenu({ team: { members, others }, onAdd }: AddProps) {
  if (others.length === 0) {
    return (
      <p className="meta teams__full">
        {members.length > 0 ? 'Every user sees it.' : 'There are no users yet. Add them under Manage Your Users.'}
      </p>
    );
  }
  const trigger = <Button icon={<IconPlus size={16} aria-hidden="true" />}>Add users</Button>;
  return (
    <span ref={passFocusOn}>
      <Menu trigger={trigger}>
        <MenuItem onSelect={() => onAdd(others)}>All</MenuItem>
        <MenuLine />
        {others.map((user) => (
          <MenuItem key={user.emailAddressId} end={user.email} onSelect={() => onAdd([user])}>
            {userName(user)}
          </MenuItem>
        ))}
      </Menu>
    </span>
  );
}

function Person({ user }: { readonly user: AddressDraft }) {
  return (
    <span className="grow">
      <span className="medium teams__name ellipsis">{userName(user)}</span>
      <span className="meta teams__name ellipsis">{user.email}</span>
    </span>
  );
}

interface Team {
  /** Users who may see the storefront, without the owner, who sees all. */
  readonly members: readonly AddressDraft[];
  readonly others: readonly AddressDraft[];
}

/** The access of users to one seller account. */
function teamOf(addresses: readonly AddressDraft[], sellerId: string): Team {
  const users = addresses.filter(({ isUser, isPrimary, isDeleted }) => isUser && !isPrimary && !isDeleted);
  const isMember = ({ allowedSellerAccounts }: AddressDraft) => !allowedSellerAccounts.includes(sellerId);
  return { members: users.filter(isMember), others: users.filter((user) => !isMember(user)) };
}

const userName = ({ firstName, lastName, email }: AddressDraft): string => `${firstName} ${lastName}`.trim() || email;
