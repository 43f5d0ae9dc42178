import { useQuery } from '@tanstack/react-query';
import { operatorCalls } from '@app/shared/contract/operator.ts';
import type { Reply } from '@app/shared/contract/endpoint.ts';
import { query } from '../../lib/http/call.ts';
import { useFailed } from '../../lib/http/kept-failure.ts';
import { ErrorState } from '../../ui/layout/ErrorState.tsx';
import { Modal } from '../../ui/overlays/Modal.tsx';
import { RelativeTime } from '../../ui/signs/RelativeTime.tsx';
import { NoticesForm } from './NoticesPanel.tsx';
import { counted } from './operator-words.ts';

type TenantReply = Reply<typeof operatorCalls.operatorTenant>;

interface Props {
  readonly tenantId: string;
  readonly onClose: () => void;
}

/** One tenant as its owner sees it, without secrets. Its audit trail says that an operator looked. */
export function TenantModal({ tenantId, onClose }: Props) {
  const found = useQuery({
    ...query(operatorCalls.operatorTenant, { params: { tenantId } }),
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  const { data } = found;
  const failed = useFailed(found);
  return (
    <Modal title={data?.tenant.companyName ?? 'Tenant'} wide onClose={onClose}>
      <div className="tenant">
        {failed && <ErrorState title="The tenant could not be read" {...failed} />}
        {data && (
          <>
            <Facts found={data} />
            <Sellers sellers={data.sellers} />
            <div className="tenant__halves">
              <Checks checks={data.checks} />
              <Messages messages={data.messages} />
            </div>
            <NoticesForm tenantId={tenantId} announcement={data.announcement} />
          </>
        )}
      </div>
    </Modal>
  );
}

function Facts({ found: { tenant, counts, suppressedTypes, groupStatuses } }: { readonly found: TenantReply }) {
  const kinds = [...suppressedTypes.map((type) => `${type} locked`), ...Object.entries(groupStatuses).map(statusText)];
  const facts: readonly (readonly [string, string])[] = [
    ['Owner', tenant.ownerEmail ?? 'none'],
    ['Id', tenant.tenantId],
    ['Subscription', `${tenant.state ?? 'none'}, ${tenant.isServed ? 'service on' : 'service off'}`],
    ['Package', [tenant.packageId ?? 'standard', tenant.inviteCode].filter(Boolean).join(' by ')],
    ['Products', `${counts.products} (${counts.tracked} tracked)`],
    ['Issues', `${counted(counts.alerts, 'alert')}, ${counted(counts.warnings, 'warning')}`],
    ['People', `${counted(counts.users, 'user')}, ${counted(counts.channels, 'channel')}`],
    ['Watchdogs', kinds.length === 0 ? 'every one is on' : kinds.join(', ')],
  ];
  return (
    <dl className="tenant__facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="meta">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const statusText = ([type, status]: readonly [string, number]): string =>
  `${type} ${status === 20 ? 'in preview' : 'hidden'}`;

const Sellers = ({ sellers }: Pick<TenantReply, 'sellers'>) => (
  <section aria-label="Seller accounts">
    <h3>Seller accounts</h3>
    {sellers.length === 0 && <p className="dim">None is connected.</p>}
    <table className="operator-table">
      <tbody>
        {sellers.map((one) => (
          <tr key={`${one.name} ${one.region} ${one.connectedAt}`}>
            <th scope="row">{one.name}</th>
            <td>{one.region}</td>
            <td>{one.state}</td>
            <td>{one.refusals > 0 && `${counted(one.refusals, 'operation')} refused`}</td>
            <td className="number">
              <RelativeTime at={one.connectedAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

const Checks = ({ checks }: Pick<TenantReply, 'checks'>) => (
  <section aria-label="Last checks">
    <h3>Last checks</h3>
    {checks.length === 0 && <p className="dim">Nothing is planned.</p>}
    <table className="operator-table">
      <tbody>
        {checks.map((one) => (
          <tr key={one.source}>
            <th scope="row">
              {one.source}
              {one.failing > 0 && (
                <span className="operator-table__trouble">
                  {one.failing} of {one.sweeps} failing: {one.lastError}
                </span>
              )}
            </th>
            <td className="number">
              {one.lastFinishedAt === null ? 'never' : <RelativeTime at={one.lastFinishedAt} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

const Messages = ({ messages }: Pick<TenantReply, 'messages'>) => (
  <section aria-label="Last messages">
    <h3>Last messages</h3>
    {messages.length === 0 && <p className="dim">Nothing was sent.</p>}
    <table className="operator-table">
      <tbody>
        {messages.map((one, no) => (
          // oxlint-disable-next-line react/no-array-index-key -- the list is never reordered, and messages may be equal
          <tr key={`${one.createdAt} ${no}`}>
            <th scope="row">
              {one.purpose} by {one.transport} <span className="meta">{one.recipient}</span>
              {one.error !== null && <span className="operator-table__trouble">{one.error}</span>}
            </th>
            <td className="nowrap">{one.state}</td>
            <td className="number">
              <RelativeTime at={one.createdAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
