import { useState } from 'react';
import type { IdentitySettings } from '@app/shared/contract/accounts.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { passFocusOn } from '../../../ui/hooks/pass-focus-on.ts';
import { Pill } from '../../../ui/signs/Pill.tsx';
import type { AddressDraft } from '../form/form-model.ts';
import type { FormHandle } from '../form/use-settings-form.ts';
import { MailAgain } from './MailAgain.tsx';
import { Permissions } from './Permissions.tsx';
import { storefrontsOf, alertCount } from './team.ts';
import '../parts/settings-table.css';
import { Severity } from '../../../ui/signs/SeveritySign.tsx';

interface Props {
  readonly users: readonly AddressDraft[];
  readonly settings: IdentitySettings;
  readonly form: FormHandle;
}

export function UserTable({ users, settings, form }: Props) {
  return (
    <table className="settings-table settings-table--stacks users">
      <thead>
        <tr>
          <th scope="col">Email</th>
          <th scope="col">First Name</th>
          <th scope="col">Last Name</th>
          <th scope="col">Storefronts</th>
          <th scope="col">All e-mail alerts</th>
          <th scope="col">
            <span className="visually-hidden">Permissions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <UserRow key={user.emailAddressId} user={user} settings={settings} form={form} />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps extends Omit<Props, 'users'> {
  readonly user: AddressDraft;
}

function UserRow({ user, settings, form }: RowProps) {
  const [isOpen, setOpen] = useState(false);
  const { firstName, lastName } = user.isPrimary ? form.draft.account : user;
  const permissionsId = `permissions-${user.emailAddressId}`;
  const storefronts = storefrontsOf(user, settings.sellerAccounts);
  return (
    <>
      <tr className={user.isDeleted ? 'users__gone' : undefined}>
        <th scope="row" className="users__email">
          {user.email}
          <MailAgain user={user} form={form} />
        </th>
        <td data-label="First Name">{firstName || '–'}</td>
        <td data-label="Last Name">{lastName || '–'}</td>
        <td data-label="Storefronts" className="users__storefronts">
          <span title={storefronts}>{storefronts}</span>
        </td>
        <td data-label="All e-mail alerts">
          <AlertsPill user={user} settings={settings} />
        </td>
        <td className="settings-table__end">
          {user.isPrimary && <Pill>Owner</Pill>}
          {user.isDeleted && <Kept user={user} form={form} />}
          {!user.isPrimary && !user.isDeleted && settings.sellerAccounts.length > 0 && (
            <Button
              size="sm"
              variant="ghost"
              aria-expanded={isOpen}
              aria-controls={permissionsId}
              aria-label={`Manage Permissions of ${user.email}`}
              onClick={() => setOpen(!isOpen)}
            >
              Manage Permissions
            </Button>
          )}
        </td>
      </tr>
      {isOpen && !user.isDeleted && (
        <tr id={permissionsId} className="users__permissions">
          <td colSpan={6}>
            <Permissions user={user} accounts={settings.sellerAccounts} form={form} />
          </td>
        </tr>
      )}
    </>
  );
}

/** A user who is marked for deactivation by the next save. */
function Kept({ user, form }: { readonly user: AddressDraft; readonly form: FormHandle }) {
  return (
    <span ref={passFocusOn} className="users__kept">
      <span className="meta">Deactivated when you save</span>
      <Button
        size="sm"
        aria-label={`Keep ${user.email}`}
        onClick={() => form.dispatch({ type: 'addressDeleted', id: user.emailAddressId, isDeleted: false })}
      >
        Keep
      </Button>
    </span>
  );
}

interface AlertsPillProps {
  readonly user: AddressDraft;
  readonly settings: IdentitySettings;
}

/** Shows how many of the e-mail alerts are on for a user. */
function AlertsPill({ user, settings }: AlertsPillProps) {
  const { on, all } = alertCount(user, settings);
  if (on === 0) return <Severity level="muted">Off</Severity>;
  return <Severity level="ok">{on === all ? 'On' : `${on} of ${all}`}</Severity>;
}
