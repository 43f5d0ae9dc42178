import { groupStatus, itemStatus, tabOf } from '@app/shared/domain/issue-status.ts';
import type { Watchdog } from '@app/shared/watchdogs/define.ts';
import { itemIdOf } from '@app/shared/watchdogs/item-id.ts';
import { watchdogsInOrder } from '../watchdog-order.ts';
import type { Product, WorldAnswer, WorldItem } from '@app/shared/contract/sentinel.ts';
import { momentText } from '../../../lib/world-since.ts';
import { FromTo } from '../../../ui/FromTo.tsx';
import { Severity } from '../../../ui/SeveritySign.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { levelOf, nameOf, severityOf } from '../level.ts';
import { compareRows } from '../../../lib/world-index.ts';
import { IssueActions } from './IssueActions.tsx';
import { IssueStatusLabel } from './IssueStatusSign.tsx';
import { MutedUntil } from './MuteMenu.tsx';
import { issueStatusOf } from './status-words.ts';
import './product-issues.css';

interface Props {
  readonly product: Product;
  readonly watchDogs: WorldAnswer['watchDogs'];
  /** When its marketplace last answered, if it does not any more. */
  readonly staleAt: string | undefined;
}

interface Line {
  readonly watchdog: Watchdog;
  readonly item: WorldItem | null;
}

/** Everything the watchdogs say of one product: open issues first, then the quiet ones. */
export function ProductIssues({ product, watchDogs, staleAt }: Props) {
  const lines = watchdogsInOrder.flatMap((watchdog): readonly Line[] => {
    const group = watchDogs[watchdog.type];
    if (!group || group.status === groupStatus.hidden) return [];
    return [{ watchdog, item: group.items[product.productId] ?? null }];
  });
  const open = lines.flatMap(({ watchdog, item }) => (item && tabOf(item) === 'red' ? [{ watchdog, item }] : []));
  open.sort((a, b) => compareRows(a.item, b.item));
  const quiet = lines.filter(({ item }) => !item || tabOf(item) !== 'red');
  return (
    <>
      <section aria-label="Open issues">
        <h3 className="issue-lines__head">{open.length === 0 ? 'No open issues' : 'Open issues'}</h3>
        {open.length > 0 && (
          <div className="panel">
            {open.map((line) => (
              <OpenIssue key={line.watchdog.type} product={product} {...line} />
            ))}
          </div>
        )}
      </section>
      <section aria-label="Watchdogs">
        <h3 className="issue-lines__head">Watchdogs</h3>
        <div className="panel">
          {quiet.map((line) => (
            <QuietLine key={line.watchdog.type} product={product} isStale={staleAt !== undefined} {...line} />
          ))}
        </div>
      </section>
    </>
  );
}

interface LineProps extends Line {
  readonly product: Product;
}

function OpenIssue({ product, watchdog, item }: LineProps) {
  const now = useNow();
  if (!item) return null;
  const { from, to, message, evidence } = item.statusDetails;
  return (
    <article className="issue-line">
      <div className="issue-line__text">
        <p className="issue-line__head">
          <Severity level={levelOf(item)} />
          <b>{watchdog.title}</b>
          {item.date && <span className="meta">since {momentText(Date.parse(item.date), now)}</span>}
        </p>
        {to && (
          <p className="issue-line__change">
            <FromTo from={from} to={to} level={severityOf(item.status)} />
          </p>
        )}
        {message && <p className="dim">{message}</p>}
        {evidence.length > 0 && (
          <dl className="issue-line__evidence">
            {evidence.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      <div className="issue-line__end">
        <IssueStatusLabel status={issueStatusOf(item.issueStatus)} />
        <IssueActions target={{ watchDogId: item.watchDogId, item, name: `${nameOf(product)}, ${watchdog.title}` }} />
      </div>
    </article>
  );
}

function QuietLine({ product, watchdog, item, isStale }: LineProps & { readonly isStale: boolean }) {
  const watchDogId = item?.watchDogId ?? itemIdOf(watchdog.type, product.productId);
  const isDone =
    item !== null && !item.muted && item.status !== itemStatus.ok && item.status !== itemStatus.initializing;
  return (
    <div className="issue-line issue-line--quiet">
      <span className="issue-line__text row">
        <Severity level={levelOf(item, isStale)} />
        <span className="medium">{watchdog.title}</span>
        {isDone && <IssueStatusLabel status={issueStatusOf(item.issueStatus)} />}
        {item?.muted && <MutedUntil until={item.mutedUntil} />}
      </span>
      <IssueActions target={{ watchDogId, item, name: `${nameOf(product)}, ${watchdog.title}` }} />
    </div>
  );
}
