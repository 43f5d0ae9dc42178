import type { operatorCalls } from '@app/shared/contract/operator.ts';
import type { Reply } from '@app/shared/contract/endpoint.ts';
import { Panel } from '../../ui/layout/Panel.tsx';
import { RelativeTime } from '../../ui/signs/RelativeTime.tsx';
import { duration, timesText } from './operator-words.ts';

type Processes = Reply<typeof operatorCalls.operatorState>['processes'];

export const ProcessesPanel = ({ processes }: { readonly processes: Processes }) => (
  <Panel title="Processes" note={`${processes.length} reported within a minute`}>
    <table className="operator-table">
      <thead>
        <tr>
          <th scope="col">Role</th>
          <th scope="col">Version</th>
          <th scope="col">Started</th>
          <th scope="col" className="number">
            DB wait
          </th>
          <th scope="col" className="number">
            403 / 429 / all
          </th>
        </tr>
      </thead>
      <tbody>
        {processes.map((one) => (
          <tr key={`${one.role} ${one.startedAt}`}>
            <th scope="row">
              {one.role}
              {Object.entries(one.failingLoops).map(([loop, failures]) => (
                <span key={loop} className="operator-table__trouble">
                  {loop}: failed {timesText(failures)}
                </span>
              ))}
            </th>
            <td>{one.version}</td>
            <td>
              <RelativeTime at={one.startedAt} />
            </td>
            <td className="number">{duration(one.waitSeconds)}</td>
            <td className="number">
              {one.answers['403']} / {one.answers['429']} / {Object.values(one.answers).reduce((a, b) => a + b, 0)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </Panel>
);
