import { useQuery } from '@tanstack/react-query';
import { Panel } from '../../../ui/layout/Panel.tsx';
import { Pill } from '../../../ui/signs/Pill.tsx';
import { settingsQuery } from '../billing-queries.ts';
import '../billing-table.css';
import './company.css';

/** The people who can log in. Other users than the owner see the owner and themselves. */
export function UserTable() {
  const { data } = useQuery(settingsQuery);
  if (!data) return null;
  const users = data.emailAddresses.filter(({ isUser, isPrimary }) => isUser || isPrimary);
  return (
    <Panel title="Users" note={data.isOwner ? `${users.length} can log in` : 'the owner and you'}>
      <table className="billing-table user-table" aria-label="Users">
        <thead>
          <tr>
            <th scope="col">Email</th>
            <th scope="col">First Name</th>
            <th scope="col">Last Name</th>
          </tr>
        </thead>
        <tbody>
          {users.map(({ emailAddressId, email, firstName, lastName, isPrimary }) => (
            <tr key={emailAddressId}>
              <th scope="row">
                <span className="account-panel__email">{email}</span>
                {isPrimary && <Pill>Owner</Pill>}
              </th>
              <td>{firstName || '–'}</td>
              <td>{lastName || '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
