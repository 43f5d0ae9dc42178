import { IconUserPlus } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { Button } from '../../../ui/fields/Button.tsx';
import { Section } from '../parts/Section.tsx';
import type { PanelProps } from '../form/use-settings-form.ts';
import { AddUserModal } from './AddUserModal.tsx';
import { DeactivateUsers } from './DeactivateUsers.tsx';
import { deactivatable, usersOf } from './team.ts';
import { UserAlerts } from './UserAlerts.tsx';
import { UserTable } from './UserTable.tsx';
import './users.css';

type OpenDialog = 'add' | 'deactivate' | null;

/** The users and their alerts; shown to the owner only. */
export function UsersPanel({ settings, form }: PanelProps) {
  const [open, setOpen] = useState<OpenDialog>(null);
  const [isListShown, setListShown] = useState(true);
  const listId = useId();
  const users = usersOf(form.draft.addresses);
  const count = users.filter(({ isDeleted }) => !isDeleted).length;
  return (
    <>
      <Section
        id="users"
        title="Manage Your Users"
        note={count === 1 ? '1 person can log in' : `${count} people can log in`}
        actions={
          <>
            <Button
              variant="ghost"
              aria-expanded={isListShown}
              aria-controls={listId}
              onClick={() => setListShown(!isListShown)}
            >
              {isListShown ? 'Hide all users' : 'View all users'}
            </Button>
            {deactivatable(form.draft.addresses).length > 0 && (
              <Button variant="ghost" onClick={() => setOpen('deactivate')}>
                Deactivate Users
              </Button>
            )}
            <Button icon={<IconUserPlus size={16} aria-hidden="true" />} onClick={() => setOpen('add')}>
              Add User
            </Button>
          </>
        }
      >
        <div id={listId} className="users__list" hidden={!isListShown}>
          <UserTable users={users} settings={settings} form={form} />
        </div>
      </Section>
      <UserAlerts users={users} settings={settings} form={form} />
      {open === 'add' && <AddUserModal form={form} onClose={() => setOpen(null)} />}
      {open === 'deactivate' && <DeactivateUsers form={form} onClose={() => setOpen(null)} />}
    </>
  );
}
