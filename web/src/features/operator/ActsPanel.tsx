import type { operatorCalls } from '@app/shared/contract/operator.ts';
import type { Reply } from '@app/shared/contract/endpoint.ts';
import { Panel } from '../../ui/layout/Panel.tsx';
import { RelativeTime } from '../../ui/signs/RelativeTime.tsx';

type Acts = Reply<typeof operatorCalls.operatorState>['acts'];

/** The last acts of operators. */
export const ActsPanel = ({ acts }: { readonly acts: Acts }) => (
  <Panel title="What operators did" note="Newest first">
    {acts.length === 0 && <p className="operator__none">Nothing yet.</p>}
    <ul className="operator-list">
      {acts.map((act) => (
        <li key={`${act.at} ${act.action} ${act.subject}`}>
          <span className="grow">
            {act.action}: {act.subject}
            <span className="meta operator-list__more">
              {act.operator}
              {act.reason !== null && `, “${act.reason}”`}
            </span>
          </span>
          <span className="meta">
            <RelativeTime at={act.at} />
          </span>
        </li>
      ))}
    </ul>
  </Panel>
);
