import type { operatorCalls } from '@app/shared/contract/operator.ts';
import type { Reply } from '@app/shared/contract/endpoint.ts';
import { Panel } from '../../ui/layout/Panel.tsx';
import { duration, figureTitle } from './operator-words.ts';

type Figure = Reply<typeof operatorCalls.operatorState>['figures'][number];

/** Every figure by its label. Zeros are left out, because the strip above shows that there is nothing. */
export function FiguresPanel({ figures }: { readonly figures: readonly Figure[] }) {
  const shown = figures.filter(({ name, value }) => value !== 0 && name !== 'watchpost_processes');
  return (
    <Panel title="Figures" note="As at /metrics, without zeros">
      {shown.length === 0 ? (
        <p className="operator__none">Every figure is zero.</p>
      ) : (
        <table className="operator-table">
          <tbody>
            {shown.map((figure) => (
              <tr key={`${figure.name} ${Object.values(figure.labels).join(' ')}`}>
                <th scope="row">{figureTitle(figure.name)}</th>
                <td>{Object.values(figure.labels).join(' ')}</td>
                <td className="number">
                  {figure.name.endsWith('_seconds') ? duration(figure.value) : figure.value.toLocaleString('en-US')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}
