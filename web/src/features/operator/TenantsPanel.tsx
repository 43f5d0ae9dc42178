import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { operatorCalls } from '@app/shared/contract/operator.ts';
import { query } from '../../lib/http/call.ts';
import { useFailed } from '../../lib/http/kept-failure.ts';
import { SearchField } from '../../ui/fields/SearchField.tsx';
import { ErrorState } from '../../ui/layout/ErrorState.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { RelativeTime } from '../../ui/signs/RelativeTime.tsx';
import { TenantModal } from './TenantModal.tsx';

/** The searchable list of tenants; each opens to its details without secrets. */
export function TenantsPanel() {
  const [search, setSearch] = useState('');
  const [openId, setOpenId] = useState<string | null>(null);
  const settled = useDeferredValue(search.trim());
  const found = useQuery({
    ...query(operatorCalls.operatorTenants, { query: { search: settled } }),
    placeholderData: (before) => before,
  });
  const { data } = found;
  const failed = useFailed(found);
  return (
    <Panel
      title="Tenants"
      aside={
        <SearchField
          label="Company, owner or id"
          maxLength={100}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      }
      footer={data?.hasMore && 'There are more; narrow the search.'}
    >
      {failed && <ErrorState title="The tenants did not load" {...failed} />}
      {data?.tenants.length === 0 && <p className="operator__none">There is no such tenant.</p>}
      <ul className="operator-list">
        {data?.tenants.map((tenant) => (
          <li key={tenant.tenantId}>
            <span className="grow">
              <button type="button" className="operator__open medium" onClick={() => setOpenId(tenant.tenantId)}>
                {tenant.companyName}
              </button>
              <span className="meta operator-list__more">{tenant.ownerEmail ?? 'no owner'}</span>
            </span>
            <span className="meta operator-list__end">
              {tenant.isServed ? (tenant.state ?? 'trial') : `${tenant.state ?? 'trial'}, service off`}
              <br />
              <RelativeTime at={tenant.createdAt} />
            </span>
          </li>
        ))}
      </ul>
      {openId !== null && <TenantModal tenantId={openId} onClose={() => setOpenId(null)} />}
    </Panel>
  );
}
